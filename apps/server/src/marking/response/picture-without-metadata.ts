import sharp from 'sharp'

/** Pixels of a picture that is looked at: what has more is no picture for an answer, or made to harm. */
const mostPixels = 100_000_000
/** Bytes of a picture that is read into memory. */
export const mostPictureBytes = 64 * 1024 * 1024
const jpegQuality = 92

/** How many are written anew at a time: each takes some hundreds of megabytes while it is. */
const atOnce = 2
let underWay = 0
const waiting: (() => void)[] = []

const inTurn = async <T>(run: () => Promise<T>): Promise<T> => {
  if (underWay >= atOnce) await new Promise<void>((go) => waiting.push(go))
  else underWay += 1
  try {
    return await run()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else underWay -= 1
  }
}

/**
 * A picture written anew, upright, without what its camera or its owner wrote into it: place, time, device, names. Undefined if it can't be read, so that it is not shown as a
 * picture. Of one that moves all pictures stay, as WebP.
 */
export const withoutMetadata = (
  bytes: Uint8Array,
): Promise<{ readonly bytes: Buffer; readonly mediaType: string } | undefined> =>
  inTurn(async () => {
    try {
      const options = { limitInputPixels: mostPixels, failOn: 'error' } as const
      const { pages = 1, format } = await sharp(bytes, options).metadata()
      if (pages > 1)
        return {
          bytes: await sharp(bytes, { ...options, pages: -1 })
            .webp({ quality: 90 })
            .toBuffer(),
          mediaType: 'image/webp',
        }
      // Turned as its metadata say, which go: nothing of them is kept unless it is asked for.
      const upright = sharp(bytes, options).autoOrient().toColourspace('srgb')
      return format === 'jpeg'
        ? { bytes: await upright.jpeg({ quality: jpegQuality, mozjpeg: false }).toBuffer(), mediaType: 'image/jpeg' }
        : { bytes: await upright.png().toBuffer(), mediaType: 'image/png' }
    } catch {
      return undefined
    }
  })
