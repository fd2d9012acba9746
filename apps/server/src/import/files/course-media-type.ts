/** Kinds of files of courses. What is none of them is bytes, which no browser runs. */
const mediaTypes: Readonly<Record<string, string>> = {
  // Without a charset: pages of courses say their own, and many aren't UTF-8.
  ...{ html: 'text/html', htm: 'text/html', xhtml: 'application/xhtml+xml', xml: 'text/xml', xsl: 'text/xml', xsd: 'text/xml' },
  ...{ js: 'text/javascript', mjs: 'text/javascript', cjs: 'text/javascript', css: 'text/css', wasm: 'application/wasm' },
  ...{ json: 'application/json', map: 'application/json', webmanifest: 'application/manifest+json', txt: 'text/plain' },
  ...{ csv: 'text/csv', vtt: 'text/vtt', srt: 'text/plain', pdf: 'application/pdf', ics: 'text/calendar' },
  ...{ png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp', avif: 'image/avif' },
  ...{ svg: 'image/svg+xml', bmp: 'image/bmp', ico: 'image/x-icon', apng: 'image/apng' },
  ...{
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    aac: 'audio/aac',
    ogg: 'audio/ogg',
    oga: 'audio/ogg',
    wav: 'audio/wav',
    weba: 'audio/webm',
  },
  ...{ mp4: 'video/mp4', m4v: 'video/mp4', webm: 'video/webm', ogv: 'video/ogg', mov: 'video/quicktime' },
  ...{ woff: 'font/woff', woff2: 'font/woff2', ttf: 'font/ttf', otf: 'font/otf', eot: 'application/vnd.ms-fontobject' },
}

export const courseMediaType = (path: string): string => {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return Object.hasOwn(mediaTypes, extension) ? (mediaTypes[extension] ?? '') : 'application/octet-stream'
}
