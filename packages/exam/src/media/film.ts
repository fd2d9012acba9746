/** A file that is watched, by its ending: MP4 or WebM. */
export const isFilm = (url: string): boolean => /\.(?:mp4|webm)(?:[?#]|$)/i.test(url.trim())
