//! The page for browsers: that its parts belong together, whatever is drawn.

use super::flat::elements;
use super::reports::{checked, kernel, race, sources};
use raceproof::diagnostics::render::{Format, Style, render};
use raceproof::span::Span;
use raceproof::verdict::*;
use std::collections::BTreeSet;

fn thread(x: u32) -> Placed {
    Placed { block: [0; 3], thread: [x, 0, 0] }
}

/// A race with all that can be drawn, and with a warp that pays so much.
fn drawn(cost: Cost) -> Finding {
    let span = Span { file: "a.cu".into(), line: 6, column: 5, inlined_at: vec![] };
    let timeline = vec![
        Moment::LeftOut { number: 2 },
        Moment::LoopBegins { span: span.clone(), is_round: true },
        Moment::Party { party: 0 },
        Moment::Barrier { span: span.clone(), scope: Meeting::Block, is_conditional: true },
        Moment::LoopBegins { span: span.clone(), is_round: false },
        Moment::Party { party: 1 },
        Moment::LoopEnds { span: span.clone(), is_round: false },
        Moment::LoopEnds { span, is_round: true },
    ];
    let cell = |index: i64, counts: [usize; 2]| MapCell {
        index,
        name: format!("<t>[{index}]"),
        threads: counts.map(|n| (0..n.min(4) as u32).map(thread).collect()),
        counts,
        is_hit: index == 2,
    };
    let cells = vec![cell(-1, [1, 0]), cell(0, [0, 1]), cell(1, [1, 1]), cell(2, [9, 1]), cell(70, [3, 3])];
    let map = CellMap { array: "<t>".into(), columns: 32, cells, left_out: 3, is_open: true };
    let threads = vec![Coming::Comes, Coming::Misses, Coming::Returned, Coming::Unknown];
    let participation = Participation { block_dim: [4, 1, 1], block: [0; 3], threads };
    let missing = vec!["too <hard>".to_owned()];
    let picture = Picture { timeline, map: Some(map), participation: Some(participation), missing };
    let lane = |lane: u32| LaneAccess {
        lane,
        thread: [lane, 0, 0],
        at: 128 * i64::from(lane),
        cell: format!("<t>[{}]", 32 * lane),
        collides: lane < 2,
    };
    let together = Some(Together { cost, bytes: 4, lanes: (0..32).map(lane).collect() });
    Finding { picture: Some(Box::new(picture)), together, ..race().findings.remove(0) }
}

fn page() -> String {
    let findings = vec![
        drawn(Cost::Banks { degree: 32, bank: 0 }),
        drawn(Cost::Sectors { moved: 32, least: 4 }),
        race().findings.remove(0),
    ];
    let report = KernelReport { findings, ..kernel("<k>()", Verdict::Race) };
    render(&Style::new(Format::Html), &checked(vec![report]), &sources()).expect("it is built")
}

/// The values of an attribute, in order.
fn values<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let mark = format!(" {name}=\"");
    text.split(&mark).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn what_is_drawn_nests_and_its_names_are_escaped() {
    let text = page();
    let (_, body) = text.split_once("<body>").expect("a body");
    let (body, _) = body.split_once("<script>").expect("a script");
    assert!(elements(body).len() > 300);
    assert!(!body.contains("<t>") && !body.contains("<hard>") && !body.contains("<k>"), "{body}");
    for loaded in ["http:", "https:", " src=", "<link", "@import", "url("] {
        assert!(!text.contains(loaded), "{loaded}");
    }
}

#[test]
fn ids_are_unique_and_what_is_named_is_there() {
    let text = page();
    let ids = values(&text, "id");
    let all: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), all.len(), "{ids:?}");
    let named = values(&text, "aria-labelledby").into_iter().flat_map(|names| names.split(' '));
    let linked = values(&text, "href").into_iter().map(|link| link.trim_start_matches('#'));
    for name in named.chain(linked) {
        assert!(all.contains(name), "{name}");
    }
}

#[test]
fn pictures_say_in_words_what_they_show() {
    let text = page();
    let pictures = text.matches("<svg role=\"img\"").count();
    assert_eq!((pictures, text.matches("<desc ").count()), (8, 8));
    for said in [
        "both access &lt;t&gt;[2]: (1) thread (0,0,0), thread (1,0,0), thread (2,0,0), thread (3,0,0) and 5 more; (2) thread (0,0,0)",
        "1 threads come, 1 do not, 1 have returned, 1 are not known",
        "bank 0 is asked for 32 different words",
        "3 cells farther away are not drawn",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[test]
fn the_source_shows_the_loop_and_the_branch_that_matter() {
    let span = Span { file: "a.cu".into(), line: 5, column: 1, inlined_at: vec![] };
    let round = Some(Round { later: 1, span: span.clone() });
    let finding = Finding { round, parting: Some(Parting { span }), ..race().findings.remove(0) };
    let report = KernelReport { findings: vec![finding], ..kernel("k()", Verdict::Race) };
    let text = render(&Style::new(Format::Html), &checked(vec![report]), &sources()).expect("it is built");
    for said in ["^ (1) is in a later iteration of this loop", "^ (2) takes another branch than (1) here"] {
        assert_eq!(text.matches(said).count(), 1, "{said}: {text}");
    }
}
