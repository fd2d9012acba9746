import sharp, { type Sharp } from 'sharp'
import { readBmp } from './bmp.ts'
import type { PaperPicture, PrintablePicture } from './paper-parts.ts'

/** Pixels of a picture that is looked at: what has more is no picture for a question, or made to harm. */
const mostPixels = 40_000_000
/** Pixels across: as many as a page shows at 200 to the inch. */
const mostAcross = 1400
const jpegQuality = 88

sharp.cache(false)
sharp.concurrency(1)

/** How the kinds of pictures begin that an exam may have. By their own bytes: what calls itself a picture may be anything. */
const beginnings = [/^\x89PNG/, /^\xff\xd8\xff/, /^GIF8[79]a/, /^RIFF....WEBP/s]
const isKnown = (bytes: Uint8Array): boolean => {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return beginnings.some((beginning) => beginning.test(head))
}

const isLossy = (format: string) => format === 'jpeg' || format === 'webp'

const open = ({ bytes }: PaperPicture): Sharp | undefined => {
  const bitmap = readBmp(bytes, mostPixels)
  if (bitmap) {
    const { width, height, pixels } = bitmap
    return sharp(pixels, { raw: { width, height, channels: 3 } })
  }
  if (!isKnown(bytes)) return undefined
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
}

/** The first picture of one that moves, upright, on white paper, no larger than it is shown. Undefined if it can't be read. */
const prepare = async (picture: PaperPicture): Promise<PrintablePicture | undefined> => {
  try {
    const opened = open(picture)
    if (!opened) return undefined
    const { format = 'raw', width = 0, height = 0, orientation = 1 } = await opened.metadata()
    const [across, down] = orientation > 4 ? [height, width] : [width, height]
    const small = opened
      .rotate()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize({ width: mostAcross, height: mostAcross, fit: 'inside', withoutEnlargement: true })
    const bytes = await (isLossy(format)
      ? small.jpeg({ quality: jpegQuality, mozjpeg: false })
      : small.png({ palette: false, progressive: false })
    ).toBuffer()
    return { bytes, width: across, height: down }
  } catch {
    // Broken, cut off, or no picture at all: its words are in its place, and the document says so.
    return undefined
  }
}

/** Pictures as a PDF takes them, one after the other; those that can't be read are left out. */
export const preparePictures = async (
  pictures: ReadonlyMap<string, PaperPicture>,
): Promise<ReadonlyMap<string, PrintablePicture>> => {
  const prepared = new Map<string, PrintablePicture>()
  for (const [address, picture] of pictures) {
    const one = await prepare(picture)
    if (one) prepared.set(address, one)
  }
  return prepared
}
