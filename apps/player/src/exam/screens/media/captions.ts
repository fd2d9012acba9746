/** Which of a sound's tracks has its words: that of the page's language, else the first; undefined where there is none. */
const trackOf = (audio: HTMLAudioElement): TextTrack | undefined => {
  const tracks = [...audio.textTracks].filter(({ kind }) => kind === 'captions' || kind === 'subtitles')
  const { lang } = document.documentElement
  return tracks.find(({ language }) => language.split('-')[0] === lang.split('-')[0]) ?? tracks[0]
}

/** Has the words of a sound loaded, for us to show: a browser shows none where there is no picture. */
export const openCaptions = (audio: HTMLAudioElement): TextTrack | undefined => {
  const track = trackOf(audio)
  if (!track) return undefined
  track.mode = 'hidden'
  return track
}

const wordsOf = (cue: TextTrackCue) => (cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? '') : '')

/** What is being said at this moment, in lines. */
export const captionsAt = (track: TextTrack): string => [...(track.activeCues ?? [])].map(wordsOf).join('\n')
