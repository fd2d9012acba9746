import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { type AudioManner, audioPlayerMachine } from './audio-player.machine.ts'

const usual: AudioManner = { autoPlay: false, autoDelay: 1, autoRepeat: true, canPause: false }

const open = (manner: Partial<AudioManner> = {}, heard = { elapsedSeconds: 0, finished: false }, isHeld = false) => {
  const actor = createActor(audioPlayerMachine, { input: { manner: { ...usual, ...manner }, heard, isHeld } }).start()
  return { send: actor.send, state: () => actor.getSnapshot().value }
}
const loaded = (...args: Parameters<typeof open>) => {
  const player = open(...args)
  player.send({ type: 'LOADED' })
  return player
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a recording', () => {
  // INTRO-223
  test('loads, plays, can be paused where it may, ends, and says where it failed', () => {
    const player = open({ canPause: true })
    expect(player.state()).toBe('loading')
    player.send({ type: 'LOADED' })
    expect(player.state()).toBe('paused')
    player.send({ type: 'PLAY' })
    expect(player.state()).toBe('playing')
    player.send({ type: 'PAUSE' })
    expect(player.state()).toBe('paused')
    player.send({ type: 'PLAY' })
    player.send({ type: 'ENDED' })
    expect(player.state()).toBe('finished')
    const broken = open()
    broken.send({ type: 'FAILED' })
    expect(broken.state()).toBe('error')
    broken.send({ type: 'RETRY' })
    expect(broken.state()).toBe('loading')
  })

  test('that is asked for while it loads plays as soon as it can', () => {
    const player = open()
    player.send({ type: 'PLAY' })
    expect(player.state()).toBe('loading')
    player.send({ type: 'LOADED' })
    expect(player.state()).toBe('playing')
  })

  test('that fails while it plays says so, and can be tried again', () => {
    const player = loaded()
    player.send({ type: 'PLAY' })
    player.send({ type: 'FAILED' })
    expect(player.state()).toBe('error')
  })

  test('is not paused by the learner where it can’t be, but by the browser it is', () => {
    const player = loaded()
    player.send({ type: 'PLAY' })
    player.send({ type: 'PAUSE' })
    expect(player.state()).toBe('playing')
    player.send({ type: 'STOPPED' })
    expect(player.state()).toBe('paused')
  })

  test('plays by itself after its delay, once, and not at all where it isn’t told to', () => {
    const quiet = loaded()
    vi.advanceTimersByTime(60_000)
    expect(quiet.state()).toBe('paused')
    const player = loaded({ autoPlay: true, autoDelay: 3 })
    vi.advanceTimersByTime(2999)
    expect(player.state()).toBe('paused')
    vi.advanceTimersByTime(1)
    expect(player.state()).toBe('playing')
    player.send({ type: 'STOPPED' })
    vi.advanceTimersByTime(60_000)
    expect(player.state()).toBe('paused')
  })

  test('with a delay that is no time plays at once', () => {
    const player = loaded({ autoPlay: true, autoDelay: -5 })
    vi.advanceTimersByTime(0)
    expect(player.state()).toBe('playing')
  })

  test('that was heard to its end is finished after a reload too, and is heard again only if it may be', () => {
    const heard = { elapsedSeconds: 30, finished: true }
    const once = loaded({ autoPlay: true, autoRepeat: false }, heard)
    vi.advanceTimersByTime(60_000)
    once.send({ type: 'PLAY' })
    expect(once.state()).toBe('finished')
    const again = loaded({}, heard)
    expect(again.state()).toBe('finished')
    again.send({ type: 'PLAY' })
    expect(again.state()).toBe('playing')
  })

  test('stands still while the exam is paused, and goes on with it', () => {
    const player = loaded()
    player.send({ type: 'PLAY' })
    player.send({ type: 'HOLD' })
    expect(player.state()).toBe('paused')
    player.send({ type: 'PLAY' })
    expect(player.state()).toBe('paused')
    player.send({ type: 'RELEASE' })
    expect(player.state()).toBe('playing')
    const opened = loaded({ autoPlay: true }, undefined, true)
    vi.advanceTimersByTime(60_000)
    expect(opened.state()).toBe('paused')
    opened.send({ type: 'RELEASE' })
    vi.advanceTimersByTime(1000)
    expect(opened.state()).toBe('playing')
    const finished = loaded({}, { elapsedSeconds: 3, finished: true }, true)
    finished.send({ type: 'PLAY' })
    expect(finished.state()).toBe('finished')
    finished.send({ type: 'RELEASE' })
    finished.send({ type: 'PLAY' })
    expect(finished.state()).toBe('playing')
  })
})
