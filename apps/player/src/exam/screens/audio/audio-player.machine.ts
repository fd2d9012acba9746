import type { AudioState } from '@sitwell/exam/media/audio'
import { assign, setup } from 'xstate'

/** How a recording may be played (spec 2 §3). */
export interface AudioManner {
  readonly autoPlay: boolean
  /** Seconds before it plays by itself. */
  readonly autoDelay: number
  /** Whether it may be heard again once it was heard to its end. */
  readonly autoRepeat: boolean
  readonly canPause: boolean
}

interface Context {
  readonly manner: AudioManner
  readonly heard: AudioState
  /** It played once since this player was opened: it doesn't start by itself again. */
  readonly hasBegun: boolean
  /** Asked for while it loads: it plays as soon as it can. */
  readonly isWanted: boolean
  /** The exam is paused: nothing plays, whoever asks. */
  readonly isHeld: boolean
  /** It was playing when the exam was paused. */
  readonly wasPlaying: boolean
}

type Events =
  | { type: 'LOADED' }
  | { type: 'FAILED' }
  | { type: 'PLAY' }
  | { type: 'PAUSE' }
  /** The browser didn't let it play, or stopped it: for want of a gesture, or because the headphones went away. */
  | { type: 'STOPPED' }
  | { type: 'ENDED' }
  | { type: 'HOLD' }
  | { type: 'RELEASE' }
  | { type: 'RETRY' }
  /** How it may be played changes as its plays are used up. */
  | { type: 'MANNER'; manner: AudioManner }

/**
 * A recording as a learner hears it (spec 2 §4): loading, playing, paused, finished, error. Where it can't be paused, only the
 * exam's own pause and the browser stop it. Heard to its end, it is finished; it plays again only when asked, and only if it may.
 */
export const audioPlayerMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as { manner: AudioManner; heard: AudioState; isHeld: boolean },
  },
  delays: { autoDelay: ({ context }) => Math.max(0, context.manner.autoDelay) * 1000 },
  actions: {
    hold: assign({ isHeld: true }),
    release: assign({ isHeld: false }),
    takeManner: assign({ manner: ({ context, event }) => (event.type === 'MANNER' ? event.manner : context.manner) }),
  },
  guards: {
    isHeardToTheEnd: ({ context }) => context.heard.finished,
    startsByItself: ({ context }) => context.manner.autoPlay && !context.hasBegun && !context.isHeld,
    isWanted: ({ context }) => context.isWanted && !context.isHeld,
    isFree: ({ context }) => !context.isHeld,
    canPause: ({ context }) => context.manner.canPause,
    mayRepeat: ({ context }) => context.manner.autoRepeat && !context.isHeld,
    wasPlaying: ({ context }) => context.wasPlaying,
  },
}).createMachine({
  id: 'audio_player',
  context: ({ input }) => ({ ...input, hasBegun: false, isWanted: false, wasPlaying: false }),
  initial: 'loading',
  on: { HOLD: { actions: 'hold' }, RELEASE: { actions: 'release' }, MANNER: { actions: 'takeManner' } },
  states: {
    loading: {
      on: {
        PLAY: { actions: assign({ isWanted: true }) },
        LOADED: [
          { guard: 'isHeardToTheEnd', target: 'finished' },
          { guard: 'isWanted', target: 'playing' },
          { target: 'paused' },
        ],
        FAILED: 'error',
      },
    },
    paused: {
      after: { autoDelay: { guard: 'startsByItself', target: 'playing' } },
      on: {
        PLAY: { guard: 'isFree', target: 'playing' },
        FAILED: 'error',
        RELEASE: [
          { guard: 'wasPlaying', actions: ['release', assign({ wasPlaying: false })], target: 'playing' },
          { actions: 'release', target: 'paused', reenter: true },
        ],
      },
    },
    playing: {
      entry: assign({ hasBegun: true }),
      on: {
        PAUSE: { guard: 'canPause', target: 'paused' },
        STOPPED: 'paused',
        HOLD: { actions: ['hold', assign({ wasPlaying: true })], target: 'paused' },
        ENDED: 'finished',
        FAILED: 'error',
      },
    },
    finished: { on: { PLAY: { guard: 'mayRepeat', target: 'playing' } } },
    error: { on: { RETRY: 'loading' } },
  },
})
