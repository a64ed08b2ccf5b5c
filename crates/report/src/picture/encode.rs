//! Pictures as PNG, animated PNG and GIF files.

use super::error::PictureError;
use super::indexed::{Indexed, IndexedFrame};

fn failed(error: impl std::fmt::Display) -> PictureError {
    PictureError::Encoding(error.to_string())
}

/// The picture as PNG; as animated PNG, which repeats forever, if it has several frames.
pub(super) fn png(picture: &Indexed) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    let side = |side: usize| u32::try_from(side).map_err(failed);
    let mut encoder = png::Encoder::new(&mut bytes, side(picture.width)?, side(picture.height)?);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(picture.palette.clone());
    encoder.set_compression(png::Compression::High);
    // Neighbouring numbers of a palette mean nothing.
    encoder.set_filter(png::Filter::NoFilter);
    let is_animated = picture.frames.len() > 1;
    if is_animated {
        encoder.set_animated(side(picture.frames.len())?, 0).map_err(failed)?;
    }
    let mut writer = encoder.write_header().map_err(failed)?;
    for frame in &picture.frames {
        if is_animated {
            let IndexedFrame { left, top, width, height, milliseconds, .. } = frame;
            // The size may only grow where the place has room for it.
            writer.reset_frame_position().map_err(failed)?;
            writer.set_frame_dimension(side(*width)?, side(*height)?).map_err(failed)?;
            writer.set_frame_position(side(*left)?, side(*top)?).map_err(failed)?;
            writer.set_frame_delay(*milliseconds, 1000).map_err(failed)?;
        }
        writer.write_image_data(&frame.pixels).map_err(failed)?;
    }
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

/// The picture as GIF, which repeats forever if it has several frames.
pub(super) fn gif(picture: &Indexed) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    let side = |side: usize| u16::try_from(side).map_err(failed);
    let (width, height) = (side(picture.width)?, side(picture.height)?);
    let mut encoder = gif::Encoder::new(&mut bytes, width, height, &picture.palette).map_err(failed)?;
    if picture.frames.len() > 1 {
        encoder.set_repeat(gif::Repeat::Infinite).map_err(failed)?;
    }
    for frame in &picture.frames {
        let frame = gif::Frame {
            left: side(frame.left)?,
            top: side(frame.top)?,
            width: side(frame.width)?,
            height: side(frame.height)?,
            // GIF counts hundredths of a second.
            delay: frame.milliseconds / 10,
            buffer: std::borrow::Cow::Borrowed(&frame.pixels),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).map_err(failed)?;
    }
    drop(encoder);
    Ok(bytes)
}
