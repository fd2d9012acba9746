/** Which of the tracks of a sound or film has its words: that of the page's language, otherwise the first; undefined if there is none. */
const trackOf = (medium: HTMLMediaElement): TextTrack | undefined => {
  const tracks = [...medium.textTracks].filter(({ kind }) => kind === 'captions' || kind === 'subtitles')
  const { lang } = document.documentElement
  return tracks.find(({ language }) => language.split('-')[0] === lang.split('-')[0]) ?? tracks[0]
}

/** Has the words of a sound or film loaded, for us to show: a browser shows none if there is no picture, and small ones in a small one. */
export const openCaptions = (medium: HTMLMediaElement): TextTrack | undefined => {
  const track = trackOf(medium)
  if (!track) return undefined
  track.mode = 'hidden'
  return track
}

const wordsOf = (cue: TextTrackCue) => (cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? '') : '')

/** What is being said at this moment, in lines. */
export const captionsAt = (track: TextTrack): string => [...(track.activeCues ?? [])].map(wordsOf).join('\n')
