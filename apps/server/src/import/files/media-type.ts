import { filmTypeOf } from './film-type.ts'

/**
 * The kinds of file that an exam brings to a learner. SVG and HTML are not among them: opened by themselves they run scripts with
 * the player's own rights.
 */
const mediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  bmp: 'image/bmp',
  gif: 'image/gif',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt',
  pdf: 'application/pdf',
}

/**
 * What the code of a question may load beside these. It is handed to the code's frame as it is; a browser that is led to it runs and shows
 * nothing of it.
 */
const ofCode = new Set('js mjs css json svg woff woff2 ttf html htm tpl txt'.split(' '))

const endingOf = (path: string) => path.slice(path.lastIndexOf('.') + 1).toLowerCase()

/** What a file is that the code of a question alone may ask for; undefined for all others. */
export const codeFileType = (path: string): string | undefined =>
  ofCode.has(endingOf(path)) ? 'application/octet-stream' : undefined

/** What a file is by its name alone. */
export const mediaTypeOf = (path: string): string | undefined => mediaTypes[endingOf(path)]

/**
 * What a file of a package is: a film by what it holds, because many are called MP4 that no browser plays, and the others by their name.
 * Undefined for what an exam doesn't show.
 */
export const mediaTypeIn = (path: string, bytes: Uint8Array): string | undefined => {
  const named = mediaTypeOf(path)
  return named?.startsWith('video/') ? filmTypeOf(bytes) : named
}
