/** Most characters of a picture in an answer: a page of handwriting stays readable, and a save stays small. */
const mostCharacters = 150_000

/** Longest sides in px that are tried, the largest first. */
const sides = [1200, 900, 600, 400, 250]

/**
 * A picture file as a data URL small enough for an answer: drawn anew, so that nothing of the file but its picture comes along.
 * Undefined where it is no picture or can't be made small enough.
 */
export const embedPicture = async (file: Blob, most = mostCharacters): Promise<string | undefined> => {
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(file)
  } catch {
    return undefined
  }
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return undefined
  for (const side of sides) {
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    // A picture without a ground of its own stands on white, as on paper.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const url = canvas.toDataURL('image/jpeg', 0.8)
    if (url.length <= Math.min(most, mostCharacters)) return url
  }
  return undefined
}
