/** What a picture is by itself, in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/**
 * Gives each picture below `root` that is still coming the room that it will take, where its size is known (`sizeOf`, by its address as it
 * stands there). Without it the page jumps as the picture comes, and a press meant for one option falls on another, or on none.
 */
export const holdPlaces = (root: ParentNode, sizeOf: (address: string) => PictureSize | undefined): void => {
  for (const image of root.querySelectorAll('img')) {
    const size = sizeOf(image.getAttribute('src') ?? '')
    if (!size?.width || image.complete) continue
    const { style } = image
    // `auto`: the picture's own ratio counts as soon as it is there.
    style.aspectRatio = `auto ${size.width}/${size.height}`
    if (!image.hasAttribute('width') && !style.width && !style.height) image.width = size.width
  }
}
