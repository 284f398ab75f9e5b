//! SVG drawings into the pages of a PDF, as vectors: what a printer needs and nothing else.

use pdf_writer::{Content, Finish, Pdf, Rect, Ref};
use resvg::{
    tiny_skia::{PathSegment, Transform},
    usvg::{self, FillRule, Group, LineCap, LineJoin, Node, Paint, Path, Tree},
};

use super::procedures::options;

/// PDF points a millimetre.
pub(super) const POINTS_PER_MM: f32 = 72.0 / 25.4;

/// A drawing and where its top-left corner lies on the page, mm; it is drawn `width_mm` wide.
pub(super) struct Placed {
    pub(super) svg: String,
    pub(super) left_mm: f32,
    pub(super) top_mm: f32,
    pub(super) width_mm: f32,
}

/// Pages of one size into a PDF file's bytes.
pub(super) fn document(page_mm: (f32, f32), pages: &[Vec<Placed>]) -> Result<Vec<u8>, usvg::Error> {
    let mut pdf = Pdf::new();
    let (catalog, tree) = (Ref::new(1), Ref::new(2));
    let page_ref = |n: usize| Ref::new(3 + 2 * n as i32);
    let (width, height) = (page_mm.0 * POINTS_PER_MM, page_mm.1 * POINTS_PER_MM);
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree)
        .kids((0..pages.len()).map(page_ref))
        .count(pages.len() as i32);
    for (n, placed) in pages.iter().enumerate() {
        let contents = Ref::new(page_ref(n).get() + 1);
        let mut page = pdf.page(page_ref(n));
        page.parent(tree)
            .media_box(Rect::new(0.0, 0.0, width, height))
            .contents(contents);
        page.resources();
        page.finish();
        let mut content = Content::new();
        for drawing in placed {
            draw(&mut content, drawing, height)?;
        }
        pdf.stream(contents, &content.finish());
    }
    pdf.document_info(Ref::new(3 + 2 * pages.len() as i32))
        .producer(pdf_writer::TextStr("Pitboss"));
    Ok(pdf.finish())
}

fn draw(content: &mut Content, placed: &Placed, page_height: f32) -> Result<(), usvg::Error> {
    let tree = Tree::from_str(&placed.svg, &options())?;
    let scale = placed.width_mm * POINTS_PER_MM / tree.size().width();
    content.save_state();
    content.transform([
        scale,
        0.0,
        0.0,
        -scale,
        placed.left_mm * POINTS_PER_MM,
        page_height - placed.top_mm * POINTS_PER_MM,
    ]);
    group(content, tree.root());
    content.restore_state();
    Ok(())
}

fn group(content: &mut Content, group_: &Group) {
    for node in group_.children() {
        match node {
            Node::Group(inner) => group(content, inner),
            Node::Path(path) => stroke_and_fill(content, path),
            Node::Text(text) => group(content, text.flattened()),
            Node::Image(_) => {}
        }
    }
}

fn stroke_and_fill(content: &mut Content, path: &Path) {
    let colour = |paint: &Paint| match paint {
        Paint::Color(c) => Some([c.red, c.green, c.blue].map(|v| f32::from(v) / 255.0)),
        _ => None,
    };
    content.save_state();
    matrix(content, path.abs_transform());
    let fill = path
        .fill()
        .and_then(|f| colour(f.paint()).map(|c| (c, f.rule())));
    let stroke = path
        .stroke()
        .and_then(|s| colour(s.paint()).map(|c| (c, s)));
    if let Some((c, _)) = fill {
        content.set_fill_rgb(c[0], c[1], c[2]);
    }
    if let Some((c, s)) = &stroke {
        content.set_stroke_rgb(c[0], c[1], c[2]);
        content.set_line_width(s.width().get());
        let dashes = s.dasharray().unwrap_or_default().iter().copied();
        content.set_dash_pattern(dashes, s.dashoffset());
        content.set_line_cap(match s.linecap() {
            LineCap::Butt => pdf_writer::types::LineCapStyle::ButtCap,
            LineCap::Round => pdf_writer::types::LineCapStyle::RoundCap,
            LineCap::Square => pdf_writer::types::LineCapStyle::ProjectingSquareCap,
        });
        content.set_line_join(match s.linejoin() {
            LineJoin::Round => pdf_writer::types::LineJoinStyle::RoundJoin,
            LineJoin::Bevel => pdf_writer::types::LineJoinStyle::BevelJoin,
            LineJoin::Miter | LineJoin::MiterClip => pdf_writer::types::LineJoinStyle::MiterJoin,
        });
    }
    outline(content, path);
    match (fill, stroke) {
        (Some((_, FillRule::EvenOdd)), Some(_)) => content.fill_even_odd_and_stroke(),
        (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
        (Some((_, FillRule::EvenOdd)), None) => content.fill_even_odd(),
        (Some(_), None) => content.fill_nonzero(),
        (None, Some(_)) => content.stroke(),
        (None, None) => content.end_path(),
    };
    content.restore_state();
}

fn outline(content: &mut Content, path: &Path) {
    let mut last = (0.0, 0.0);
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(p) => {
                content.move_to(p.x, p.y);
                last = (p.x, p.y);
            }
            PathSegment::LineTo(p) => {
                content.line_to(p.x, p.y);
                last = (p.x, p.y);
            }
            PathSegment::QuadTo(c, p) => {
                // The same curve as a cubic: its controls lie two thirds of the way to the quadratic's.
                let third = |from: f32, control: f32| from + (control - from) * 2.0 / 3.0;
                content.cubic_to(
                    third(last.0, c.x),
                    third(last.1, c.y),
                    third(p.x, c.x),
                    third(p.y, c.y),
                    p.x,
                    p.y,
                );
                last = (p.x, p.y);
            }
            PathSegment::CubicTo(a, b, p) => {
                content.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y);
                last = (p.x, p.y);
            }
            PathSegment::Close => {
                content.close_path();
            }
        }
    }
}

fn matrix(content: &mut Content, t: Transform) {
    content.transform([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty]);
}
