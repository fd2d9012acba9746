import type { Locator } from '@playwright/test'
import scan from 'jsqr'

/** Reads the QR code of a picture of the page, as a telephone's camera does; undefined if there is none to be read. */
export async function scanQrCode(place: Locator): Promise<string | undefined> {
  // Half-way through a fade there is too little contrast.
  const picture = (await place.screenshot({ animations: 'disabled' })).toString('base64')
  // A page of its own, whose rules let it draw; Chromium decodes its own picture.
  const reader = await place.page().context().newPage()
  const { width, height, pixels } = await reader.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const read = context?.getImageData(0, 0, image.width, image.height)
    return { width: image.width, height: image.height, pixels: Array.from(read?.data ?? []) }
  }, picture)
  await reader.close()
  return scan.default(Uint8ClampedArray.from(pixels), width, height)?.data
}
