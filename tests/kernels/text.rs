//! Kernels as trees of statements: so that a smaller kernel is found by leaving nodes out.

/// A statement.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Line(String),
    /// `open { body } close`; an `else` is a block of its own right after.
    Block {
        open: String,
        body: Vec<Node>,
        close: String,
    },
}

pub(crate) fn line(text: impl Into<String>) -> Node {
    Node::Line(text.into())
}

pub(crate) fn block(open: impl Into<String>, body: Vec<Node>) -> Node {
    Node::Block { open: open.into(), body, close: String::new() }
}

pub(crate) fn render(nodes: &[Node], indent: usize, out: &mut String) {
    let pad = "    ".repeat(indent);
    for node in nodes {
        match node {
            Node::Line(text) => out.push_str(&format!("{pad}{text}\n")),
            Node::Block { open, body, close } => {
                out.push_str(&format!("{pad}{open} {{\n"));
                render(body, indent + 1, out);
                out.push_str(&format!("{pad}}}{close}\n"));
            }
        }
    }
}

/// Every tree with one node left out, or with one block replaced by its body.
pub(crate) fn smaller(nodes: &[Node]) -> Vec<Vec<Node>> {
    let mut all = vec![];
    for i in 0..nodes.len() {
        let mut without = nodes.to_vec();
        let node = without.remove(i);
        all.push(without.clone());
        if let Node::Block { open, body, close } = node {
            let mut flat = without.clone();
            flat.splice(i..i, body.clone());
            all.push(flat);
            for less in smaller(&body) {
                let mut with = without.clone();
                with.insert(i, Node::Block { open: open.clone(), body: less, close: close.clone() });
                all.push(with);
            }
        }
    }
    all
}
