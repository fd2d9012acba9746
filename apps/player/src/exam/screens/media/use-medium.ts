import { useEffect, useState } from 'react'
import { captionsAt, openCaptions } from './captions.ts'

const events = ['play', 'pause', 'ended', 'timeupdate', 'durationchange', 'loadstart', 'error', 'volumechange'] as const

/** Whether a sound or film has a file at all: its own may be one that it may not load. */
export const hasFile = (medium: HTMLMediaElement): boolean =>
  medium.hasAttribute('src') || medium.querySelector('source[src]') !== null

const isFailed = (medium: HTMLMediaElement) =>
  medium.error !== null ||
  medium.networkState === HTMLMediaElement.NETWORK_NO_SOURCE ||
  // Its file may not be loaded: a browser would wait for one forever.
  !hasFile(medium)

/** How it stands before it was looked at: right after it was put on the page a browser says that it has no source yet. */
const unknown = { isPlaying: false, isEnded: false, elapsedSeconds: 0, totalSeconds: 0, volume: 1, isFailed: false }

const lookAt = (medium: HTMLMediaElement) => ({
  isPlaying: !medium.paused && !medium.ended,
  isEnded: medium.ended,
  elapsedSeconds: medium.currentTime,
  totalSeconds: Number.isFinite(medium.duration) ? medium.duration : 0,
  volume: medium.volume,
  isFailed: isFailed(medium),
})

/** How a sound or film of a text stands, what is said in it at this moment (undefined without captions), and what may be done to it. */
export const useMedium = (medium: HTMLMediaElement) => {
  const [shown, setShown] = useState(unknown)
  const [captions, setCaptions] = useState<string>()
  const look = () => setShown(lookAt(medium))
  useEffect(() => {
    const look = () => setShown(lookAt(medium))
    medium.controls = false
    // A source that can't be played says so itself, and that doesn't bubble.
    for (const name of events) medium.addEventListener(name, look, true)
    // What it came to before somebody listened sends no event again, and which source it takes is known once this script has ended.
    const looked = setTimeout(look)
    const track = openCaptions(medium)
    const onCue = () => track && setCaptions(captionsAt(track))
    if (track) setCaptions('')
    track?.addEventListener('cuechange', onCue)
    return () => {
      clearTimeout(looked)
      for (const name of events) medium.removeEventListener(name, look, true)
      track?.removeEventListener('cuechange', onCue)
      medium.pause()
      medium.controls = true
    }
  }, [medium])
  /** Plays or pauses. */
  const press = () => {
    if (shown.isPlaying) medium.pause()
    // What it can't play it says by its own event.
    else medium.play().catch(look)
  }
  return {
    shown,
    captions,
    press,
    retry: () => {
      medium.load()
      press()
    },
    wind: (toSeconds: number) => {
      medium.currentTime = toSeconds
      look()
    },
    setVolume: (volume: number) => {
      medium.volume = volume
    },
  }
}

export type Medium = ReturnType<typeof useMedium>
