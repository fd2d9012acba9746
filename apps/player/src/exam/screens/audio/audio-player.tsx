import { type AudioState, defaultElapsedUpdateSeconds, isElapsedDue, playingTime } from '@sitwell/exam/media/audio'
import { useMachine } from '@xstate/react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { PlayButton } from '../media/play-button.tsx'
import { type AudioManner, audioPlayerMachine } from './audio-player.machine.ts'
import styles from './audio-player.module.css'
import { Captions } from './captions.tsx'
import { MediumElement } from './medium-element.tsx'
import { type RecordingWords, soundWords } from './recording-words.ts'

const fullVolume = 100

/** How often a recording was begun, and may be. */
export interface PlayCounting {
  readonly count: number
  /** 0 if nothing limits it. */
  readonly most: number
  /** It begins again by itself, as long as it may. */
  readonly repeats: boolean
  /** A play was heard to begin that is none of those counted. */
  onPlay(): void
}

/** What is shown of a recording, for what stands around the picture of a film. */
export interface PartsOfPlayer {
  film(): HTMLMediaElement | null
  readonly isFailed: boolean
  readonly picture: ReactNode
  readonly captions: ReactNode
  readonly controls: ReactNode
}

/** What a film has besides: what is said of it, how that which is said in it looks, and what stands around its picture. */
export interface FilmOfPlayer {
  readonly words: RecordingWords
  readonly captionsStyle: string | undefined
  render(parts: PartsOfPlayer): ReactNode
}

/** Undefined if nothing limits them. */
const playsLeft = (counting: PlayCounting | undefined) =>
  counting && counting.most > 0 ? Math.max(0, counting.most - counting.count) : undefined

const finishedText = (words: RecordingWords, left: number | undefined, { autoRepeat }: AudioManner) => {
  if (left === 0) return words.noneLeft
  return autoRepeat ? words.finished : words.playedOnce
}

/** What a learner should know before they begin a recording that can't be paused. */
const PauseHint = ({ manner: { canPause, autoRepeat } }: { readonly manner: AudioManner }) => {
  const { text } = usePlayer()
  if (canPause) return null
  return <p className={styles.hint}>{text(autoRepeat ? 'exam.audioNoPause' : 'exam.audioOnce')}</p>
}

/** A recording with its button, how far it is, and its volume; a learner can't wind it (spec 2 §2, audio player chip). */
export const AudioPlayer = ({
  title,
  url,
  address,
  manner,
  heard,
  isHeld = false,
  elapsedUpdateSeconds = defaultElapsedUpdateSeconds,
  onElapsed,
  counting,
  captions,
  film,
}: {
  readonly title: string
  /** As the exam names the file: what an error says. */
  readonly url: string
  /** Where the file is loaded from; undefined if it may not be loaded. */
  readonly address: string | undefined
  readonly manner: AudioManner
  /** Where it stood when it was left. */
  readonly heard: AudioState
  /** The exam is paused. */
  readonly isHeld?: boolean
  readonly elapsedUpdateSeconds?: number
  /** How far it was heard: at most once in this many seconds of it, and when it stops. */
  onElapsed?(state: AudioState): void
  /** Where its plays are counted. */
  readonly counting?: PlayCounting
  /** Where its words are loaded from, WebVTT. */
  readonly captions?: string | undefined
  /** It has a picture. */
  readonly film?: FilmOfPlayer
}) => {
  const player = usePlayer()
  const { text } = player
  const words = film?.words ?? soundWords(player)
  const [state, send] = useMachine(audioPlayerMachine, { input: { manner, heard, isHeld } })
  const element = useRef<HTMLMediaElement>(null)
  const reportedSeconds = useRef(heard.elapsedSeconds)
  const [elapsedSeconds, setElapsed] = useState(heard.elapsedSeconds)
  const [totalSeconds, setTotal] = useState(0)
  const [volume, setVolume] = useState(fullVolume)
  /** The last play that is counted didn't come to its end: continuing with it is no other one. */
  const isUnderWay = useRef(counting !== undefined && counting.count > 0 && !heard.finished)
  const titleId = useId()
  const isPlaying = state.matches('playing')
  const isFinished = state.matches('finished')

  const tell = (finished: boolean) => {
    const now = element.current?.currentTime ?? 0
    reportedSeconds.current = now
    onElapsed?.({ elapsedSeconds: now, finished })
  }

  useEffect(() => send({ type: isHeld ? 'HOLD' : 'RELEASE' }), [isHeld, send])
  useEffect(() => {
    const audio = element.current
    if (!audio) return
    if (isPlaying) audio.play().catch(() => send({ type: 'STOPPED' }))
    else audio.pause()
  }, [isPlaying, send])
  const { autoPlay, autoDelay, autoRepeat, canPause } = manner
  useEffect(
    () => send({ type: 'MANNER', manner: { autoPlay, autoDelay, autoRepeat, canPause } }),
    [autoPlay, autoDelay, autoRepeat, canPause, send],
  )
  useEffect(() => {
    if (address === undefined) send({ type: 'FAILED' })
  }, [address, send])

  const mayPlay = state.matches('loading') || state.matches('paused') || (isFinished && manner.autoRepeat)
  const left = playsLeft(counting)
  const says = () => {
    if (state.matches('error')) return words.failed(url)
    if (state.matches('loading')) return words.loading
    return isFinished ? finishedText(words, left, manner) : ''
  }
  const tryAgain = () => {
    send({ type: 'RETRY' })
    element.current?.load()
  }
  const medium = (
    <MediumElement
      element={element}
      isFilm={film !== undefined}
      captions={captions}
      src={address}
      onLoadedMetadata={({ currentTarget }) => {
        setTotal(currentTarget.duration)
        if (!heard.finished && heard.elapsedSeconds < currentTarget.duration) currentTarget.currentTime = heard.elapsedSeconds
      }}
      onCanPlay={() => send({ type: 'LOADED' })}
      onError={() => send({ type: 'FAILED' })}
      onPlaying={() => {
        if (isUnderWay.current) return
        isUnderWay.current = true
        counting?.onPlay()
      }}
      onPause={({ currentTarget }) => {
        if (currentTarget.ended) return
        send({ type: 'STOPPED' })
        tell(false)
      }}
      onEnded={() => {
        isUnderWay.current = false
        send({ type: 'ENDED' })
        tell(true)
        if (counting?.repeats) send({ type: 'PLAY' })
      }}
      onTimeUpdate={({ currentTarget }) => {
        setElapsed(currentTarget.currentTime)
        if (!currentTarget.ended && isElapsedDue(reportedSeconds.current, currentTarget.currentTime, elapsedUpdateSeconds))
          tell(false)
      }}
    />
  )
  const controls = (
    <>
      <div className={styles.controls}>
        <PlayButton
          {...{ isPlaying, isFinished }}
          hasBegun={elapsedSeconds > 0}
          isDisabled={isHeld || !(mayPlay || (isPlaying && manner.canPause))}
          onPress={() => send({ type: isPlaying ? 'PAUSE' : 'PLAY' })}
          retry={state.matches('error') ? tryAgain : undefined}
        />
        <progress
          className={styles.progress}
          aria-label={words.progress}
          max={totalSeconds || 1}
          value={Math.min(elapsedSeconds, totalSeconds)}
        />
        <span className={styles.time}>
          {text('exam.audioTime', { elapsed: playingTime(elapsedSeconds), total: playingTime(totalSeconds) })}
        </span>
        <label className={styles.volume}>
          <span>{text('exam.audioVolume')}</span>
          <input
            type="range"
            min={0}
            max={fullVolume}
            step={5}
            value={volume}
            onChange={({ currentTarget }) => {
              setVolume(currentTarget.valueAsNumber)
              if (element.current) element.current.volume = currentTarget.valueAsNumber / fullVolume
            }}
          />
        </label>
      </div>
      {captions !== undefined && !film && <Captions element={element} className={styles.captions} />}
      <p role="status" className={styles.says}>
        {says()}
      </p>
      {left !== undefined && left > 0 && <p className={styles.hint}>{words.playsLeft(left)}</p>}
      {!isFinished && !state.matches('error') && <PauseHint manner={manner} />}
    </>
  )
  return (
    <div role="group" aria-labelledby={titleId} className={styles.player}>
      {!film && medium}
      <p id={titleId} className={styles.title}>
        <bdi>{title}</bdi>
      </p>
      {film
        ? film.render({
            film: () => element.current,
            isFailed: state.matches('error'),
            picture: medium,
            captions: captions !== undefined && <Captions element={element} className={film.captionsStyle} />,
            controls,
          })
        : controls}
    </div>
  )
}
