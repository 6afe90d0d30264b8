//! Which shapes of launches a kernel is checked for, and what is said of them.

use raceproof::analysis::contracts::breaches::denied;
use raceproof::analysis::reports::of_launches::{called_here, left_out};
use raceproof::kernel::launch::{Argument, Launch};
use raceproof::kernel::overlay::Place;
use raceproof::kernel::relation::{HostValue, Quantity};
use raceproof::kernel::shapes::{Shape, shapes};
use raceproof::kernel::{Kernel, LaunchFacts};
use raceproof::map;
use raceproof::span::Span;
use raceproof::term::Axis;
use raceproof::verdict::{Assumption, Finding, KernelReport, Verdict};

const SOURCE: &str = "protocol k { shared cells[256] of 4; wr cells[threadIdx.x]; }";

/// A kernel with parameters of these names and these launches, each in a line of its own.
fn kernel(parameters: &[&str], launches: Vec<Launch>) -> Kernel {
    let protocols = map::parse("k.map", SOURCE).unwrap_or_default();
    let mut kernel = protocols.first().and_then(|p| map::lower(p).ok()).expect("the test's protocol is right");
    kernel.parameters = parameters.iter().map(|name| (*name).to_owned()).collect();
    kernel.launches = launches;
    for (launch, line) in kernel.launches.iter_mut().zip(1..) {
        launch.span = Span { line, ..Span::default() };
    }
    kernel
}

fn launch(block: [u32; 3], grid: [u32; 3], arguments: &[(&str, Option<i64>)]) -> Launch {
    Launch {
        span: Span::default(),
        block_dim: block.map(|n| (n != 0).then_some(n)),
        grid_dim: grid.map(|n| (n != 0).then_some(n)),
        block_chosen: block.map(|n| n > 1),
        grid_chosen: grid.map(|n| n > 1),
        shared: None,
        cooperative: None,
        lent: false,
        helpers: vec![],
        arguments: (0..).zip(arguments).map(|(i, (name, value))| argument(Some(i), name, *value)).collect(),
        overlays: vec![],
        relations: vec![],
    }
}

/// An argument that is this parameter, if that is known.
fn argument(parameter: Option<u32>, name: &str, value: Option<i64>) -> Argument {
    Argument {
        name: name.to_owned(),
        part: name.contains('.'),
        place: parameter.map(|parameter| Place { parameter, offset: 0 }),
        value,
    }
}

/// `gridDim.x == name`
fn grid_is(name: &str) -> HostValue {
    let value = |quantity| HostValue::Quantity(quantity, 32);
    HostValue::equal(value(Quantity::GridDim(Axis::X)), value(Quantity::Argument(name.to_owned())))
}

/// Nothing is said of it.
fn report(kernel: &Kernel) -> KernelReport {
    crate::diagnostics::reports::kernel(&kernel.name, Verdict::RaceFree)
}

fn lines(shape: &Shape) -> Vec<u32> {
    shape.sites.iter().map(|site| site.line).collect()
}

#[test]
fn launches_that_others_include_are_not_checked_apart() {
    let (narrow, any) = (launch([32, 1, 1], [1, 1, 1], &[]), launch([0, 1, 1], [1, 1, 1], &[]));
    let found = shapes(&kernel(&[], vec![narrow.clone(), any.clone(), narrow]), &LaunchFacts::default());
    assert_eq!(found.iter().map(lines).collect::<Vec<_>>(), [[1, 2, 3]]);
    assert_eq!(found[0].facts.block_dim, any.block_dim);
}

#[test]
fn too_many_shapes_are_joined() {
    let sizes =
        |grid: fn(u32) -> u32| (1..=5).map(move |n| launch([32 * (n % 2), 1, 1], [grid(n), 1, 1], &[("n", Some(1))]));
    let found = shapes(
        &kernel(&["n"], (1..=5).map(|n| launch([32, 1, 1], [1, 1, 1], &[("n", Some(n))])).collect()),
        &LaunchFacts::default(),
    );
    assert_eq!((found.len(), &found[0].facts.params), (1, &vec![]));
    let found = shapes(&kernel(&["n"], sizes(|n| n).collect()), &LaunchFacts::default());
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].facts.block_dim, found[0].facts.grid_dim),
        ([None, Some(1), Some(1)], [None, Some(1), Some(1)])
    );
    assert_eq!(found[0].facts.params, [("n".to_owned(), 1)]);
}

#[test]
fn a_launch_of_which_nothing_is_known_leaves_no_shape() {
    let nothing = launch([0; 3], [0; 3], &[]);
    let all = vec![launch([32, 1, 1], [1, 1, 1], &[]), nothing];
    assert_eq!(shapes(&kernel(&[], all), &LaunchFacts::default()), []);
    assert_eq!(shapes(&kernel(&[], vec![]), &LaunchFacts::default()), []);
}

#[test]
fn what_the_user_gives_goes_before() {
    let given = LaunchFacts {
        block_dim: [Some(64), Some(1), Some(1)],
        params: vec![("n".to_owned(), 7)],
        ..LaunchFacts::default()
    };
    let found = shapes(&kernel(&["n"], vec![launch([32, 1, 1], [0, 0, 0], &[("n", Some(1))])]), &given);
    assert_eq!(found, []);
    let found = shapes(&kernel(&["n"], vec![launch([32, 1, 1], [2, 1, 1], &[("n", Some(1))])]), &given);
    assert_eq!((found[0].facts.block_dim, &found[0].facts.params), (given.block_dim, &given.params));
    assert_eq!(found[0].facts.grid_dim, [Some(2), Some(1), Some(1)]);
}

#[test]
fn launches_that_cuda_refuses_are_shapes_of_their_own() {
    for block in [[1025, 1, 1], [64, 64, 1], [1, 1, 65]] {
        let found = shapes(&kernel(&[], vec![launch(block, [0; 3], &[])]), &LaunchFacts::default());
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].facts.block_dim, block.map(Some));
    }
}

#[test]
fn arguments_belong_to_parameters_beyond_doubt() {
    let params = |names: &[&str], arguments: &[(Option<u32>, &str, Option<i64>)]| {
        let arguments = arguments.iter().map(|(i, name, value)| argument(*i, name, *value)).collect();
        let launch = Launch { arguments, ..launch([32, 1, 1], [1, 1, 1], &[]) };
        shapes(&kernel(names, vec![launch]), &LaunchFacts::default())[0].facts.params.clone()
    };
    let is = |name: &str, value| (name.to_owned(), value);
    assert_eq!(params(&["a", "a1"], &[(Some(0), "a", Some(1)), (Some(1), "a1", Some(2))]), [is("a", 1), is("a1", 2)]);
    // The host passes the first in two parts, so that its `a` is the device's `a1`.
    let parts = [(Some(0), "a.coerce0", Some(7)), (None, "a.coerce1", None), (Some(1), "a", Some(2))];
    assert_eq!(params(&["a", "a1"], &parts), [is("a1", 2)]);
    // The host does not pass the first, an empty structure.
    let others = [(Some(1), "a", Some(1)), (Some(2), "a1", Some(2))];
    assert_eq!(params(&["a", "a1", "a2"], &others), [is("a1", 1), is("a2", 2)]);
    assert_eq!(params(&["s", "n"], &[(Some(0), "s.coerce", Some(7)), (Some(1), "n", Some(3))]), [is("n", 3)]);
    assert_eq!(params(&["", "n"], &[(Some(0), "", Some(1)), (Some(1), "n", None)]), []);
    assert_eq!(params(&["n"], &[(None, "n", Some(3))]), []);
    // Macros may give the two sides other parameters.
    assert_eq!(params(&["n", "m"], &[(Some(0), "m", Some(1)), (Some(1), "n", Some(2))]), []);
}

#[test]
fn relations_are_of_the_launches_that_have_them() {
    let related = |names: &[&str]| {
        let relations = names.iter().map(|name| grid_is(name)).collect();
        Launch { relations, ..launch([32, 1, 1], [0, 1, 1], &[("n", None), ("m", None)]) }
    };
    let found = |launches| shapes(&kernel(&["n", "m"], launches), &LaunchFacts::default());
    // The second launch allows all that the first one does.
    let joined = found(vec![related(&["n", "m"]), related(&["m"])]);
    assert_eq!((joined.len(), &joined[0].facts.relations), (1, &vec![grid_is("m")]));
    let apart = found(vec![related(&["n"]), related(&["m"])]);
    assert_eq!(apart.iter().map(lines).collect::<Vec<_>>(), [[1], [2]]);
    // Five are too many: what they do not have in common is left out.
    let many = ["n", "m", "n", "m", "n"].map(|name| {
        let launch = related(&[name]);
        Launch { grid_dim: [None, Some(1), None], ..launch }
    });
    let named =
        |(i, launch): (usize, &Launch)| Launch { block_dim: [Some(32), None, Some(1 + i as u32)], ..launch.clone() };
    let five = many.iter().enumerate().map(named).collect();
    assert!(found(five).iter().all(|shape| shape.facts.relations.is_empty()));
}

#[test]
fn relations_are_about_parameters_that_the_kernel_has() {
    let relations = vec![grid_is("n"), grid_is("other")];
    let launch = Launch { relations, ..launch([32, 1, 1], [0, 1, 1], &[("n", None)]) };
    let found = shapes(&kernel(&["n"], vec![launch.clone()]), &LaunchFacts::default());
    assert_eq!(found[0].facts.relations, [grid_is("n")]);
    let given = LaunchFacts { grid_dim: [Some(7), Some(1), Some(1)], ..LaunchFacts::default() };
    assert_eq!(shapes(&kernel(&["n"], vec![launch]), &given)[0].facts.relations, []);
}

/// Each difference once, with all places that have it.
#[test]
fn launches_that_contradict_what_was_given_are_named() {
    let [same, other] = [64, 32].map(|n| launch([n, 1, 1], [2, 1, 1], &[("n", Some(7)), ("m", None)]));
    let third = launch([64, 1, 1], [0, 1, 1], &[("n", Some(-1))]);
    let kernel = kernel(&["n", "m"], vec![other.clone(), same, other, third]);
    let given = LaunchFacts {
        block_dim: [Some(64), Some(1), Some(1)],
        grid_dim: [Some(2), None, None],
        params: vec![("n".to_owned(), 7), ("m".to_owned(), 1)],
        ..LaunchFacts::default()
    };
    let found = denied(&kernel, &given);
    let sites = |f: &Finding| f.launches.iter().flat_map(|l| &l.sites).map(|site| site.line).collect::<Vec<_>>();
    let told: Vec<_> = found.iter().map(|b| (b.finding.what.as_str(), sites(&b.finding), b.runs)).collect();
    let text = "this launch contradicts what raceproof was given for the kernel: ";
    let [blocks, n] = ["blockDim.x is 32, not 64", "n is -1, not 7"].map(|difference| format!("{text}{difference}"));
    assert_eq!(told, [(blocks.as_str(), vec![1, 3], true), (n.as_str(), vec![4], true)]);
    assert!(found.iter().all(|b| b.finding.help.iter().any(|help| help.contains("--launches=any"))));
    // A number of 32 bits may be given without its sign.
    let unsigned = LaunchFacts { params: vec![("n".to_owned(), i64::from(u32::MAX))], ..LaunchFacts::default() };
    let differs: Vec<_> = denied(&kernel, &unsigned).into_iter().map(|b| b.finding.what).collect();
    assert_eq!(differs, [format!("{text}n is 7, not 4294967295")]);
}

#[test]
fn what_is_assumed_of_launches_is_said() {
    let helped = |helpers: &[&str]| {
        let helpers = helpers.iter().map(|name| (*name).to_owned()).collect();
        Launch { helpers, ..launch([32, 1, 1], [1, 1, 1], &[]) }
    };
    let assumed = |kernel: &Kernel| called_here(kernel, report(kernel)).assumptions;
    assert_eq!(assumed(&kernel(&[], vec![helped(&[])])), []);
    let functions = vec!["go".to_owned(), "run".to_owned()];
    let both = kernel(&[], vec![helped(&["run"]), helped(&["run", "go"])]);
    assert_eq!(assumed(&both), [Assumption::NotCalledElsewhere { functions }]);
    let all = shapes(&both, &LaunchFacts::default());
    assert_eq!(all.len(), 1);
    assert_eq!(left_out(&all[0]), Assumption::BrokenLaunchLeftOut { shape: all[0].to_string() });
}
