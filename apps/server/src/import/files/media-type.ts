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
  vtt: 'text/vtt',
  pdf: 'application/pdf',
}

export const mediaTypeOf = (path: string): string | undefined => mediaTypes[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
