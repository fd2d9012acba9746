import { playingTime } from '@sitwell/exam/media/audio'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useEffect, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { captionsAt, openCaptions } from './captions.ts'
import styles from './text-media.module.css'

/** Seconds below which a sound is wound in tenths. */
const shortSeconds = 10

const events = ['play', 'pause', 'ended', 'timeupdate', 'durationchange', 'loadstart', 'error', 'volumechange'] as const

const hasFile = (audio: HTMLAudioElement) => audio.hasAttribute('src') || audio.querySelector('source[src]') !== null

const isFailed = (audio: HTMLAudioElement) =>
  audio.error !== null ||
  audio.networkState === HTMLMediaElement.NETWORK_NO_SOURCE ||
  // Its file may not be loaded: a browser would wait for one for ever.
  !hasFile(audio)

/** How a sound stands before it was looked at: right after it was put on the page a browser says that it has no source yet. */
const unknown = { isPlaying: false, isEnded: false, elapsedSeconds: 0, totalSeconds: 0, volume: 1, isFailed: false }

const lookAt = (audio: HTMLAudioElement) => ({
  isPlaying: !audio.paused && !audio.ended,
  isEnded: audio.ended,
  elapsedSeconds: audio.currentTime,
  totalSeconds: Number.isFinite(audio.duration) ? audio.duration : 0,
  volume: audio.volume,
  isFailed: isFailed(audio),
})

/**
 * A sound of a text, with controls that are the same in every browser and offer nothing but to hear it: the browser's own have a menu
 * that downloads. What is said is shown while it is heard, where the author gave the words.
 */
export const TextAudio = ({ audio }: { readonly audio: HTMLAudioElement }) => {
  const { text } = usePlayer()
  const [shown, setShown] = useState(unknown)
  const [captions, setCaptions] = useState<string>()
  useEffect(() => {
    const look = () => setShown(lookAt(audio))
    audio.controls = false
    // A source that can't be played says so itself, and that doesn't bubble.
    for (const name of events) audio.addEventListener(name, look, true)
    // What it came to before somebody listened sends no event again, and which source it takes is known once this script has ended.
    const looked = setTimeout(look)
    const track = openCaptions(audio)
    const onCue = () => track && setCaptions(captionsAt(track))
    if (track) setCaptions('')
    track?.addEventListener('cuechange', onCue)
    return () => {
      clearTimeout(looked)
      for (const name of events) audio.removeEventListener(name, look, true)
      track?.removeEventListener('cuechange', onCue)
      audio.pause()
      audio.controls = true
    }
  }, [audio])
  const { isPlaying, isEnded, elapsedSeconds, totalSeconds, volume } = shown
  const name = audio.title === '' ? text('exam.audioTitle') : audio.title
  const time = text('exam.audioTime', { elapsed: playingTime(elapsedSeconds), total: playingTime(totalSeconds) })
  const label = () => {
    if (isPlaying) return text('exam.audioPause')
    if (isEnded) return text('exam.audioAgain')
    return text(elapsedSeconds > 0 ? 'exam.audioGoOn' : 'exam.audioPlay')
  }
  const press = () => {
    if (isPlaying) audio.pause()
    // What it can't play it says by an event of its own.
    else audio.play().catch(() => setShown(lookAt(audio)))
  }
  return (
    <span role="group" aria-label={name} className={styles.audio} dir={document.documentElement.dir}>
      {shown.isFailed && hasFile(audio) ? (
        <Button
          onPress={() => {
            audio.load()
            press()
          }}
        >
          {text('exam.retry')}
        </Button>
      ) : (
        <Button variant="primary" isDisabled={shown.isFailed} onPress={press}>
          <Icon name={isPlaying ? 'pause' : 'play'} /> {label()}
        </Button>
      )}
      <input
        type="range"
        className={styles.place}
        aria-label={text('exam.audioProgress')}
        aria-valuetext={time}
        min={0}
        max={totalSeconds || 1}
        step={totalSeconds < shortSeconds ? 0.1 : 1}
        value={elapsedSeconds}
        disabled={totalSeconds === 0}
        onChange={({ currentTarget }) => {
          audio.currentTime = currentTarget.valueAsNumber
          setShown(lookAt(audio))
        }}
      />
      <span className={styles.time}>{totalSeconds > 0 && time}</span>
      <label className={styles.volume}>
        <span>{text('exam.audioVolume')}</span>
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={volume}
          onChange={({ currentTarget }) => {
            audio.volume = currentTarget.valueAsNumber
          }}
        />
      </label>
      {captions !== undefined && (
        <span className={styles.captions} data-testid="captions">
          {captions}
        </span>
      )}
      <span role="status" className={styles.failed}>
        {shown.isFailed && text('exam.soundFailed')}
      </span>
    </span>
  )
}
