import { type KeyStorage, storedValue } from '@sitwell/client/stored-value'
import * as z from 'zod/mini'

const kept = z.object({ isOn: z.boolean() })

export interface SoundChoice {
  readonly isOn: boolean
  change(isOn: boolean): void
}

/** Whether requests sound, as a person chose in this browser: off until they have. */
export const keptSound = (storage: KeyStorage, userGuid: string) => {
  const stored = storedValue(storage, `live-sound.${userGuid}`, kept)
  return { get: (): boolean => stored.get()?.isOn ?? false, set: (isOn: boolean): boolean => stored.set({ isOn }) }
}

/** Seconds and hertz of the two tones. */
const tones = [
  { at: 0, hertz: 660 },
  { at: 0.16, hertz: 880 },
] as const
const toneSeconds = 0.14

let output: AudioContext | undefined

/** Two short tones. A browser without sound, or one that lets no page sound before somebody has pressed something, stays silent. */
export const soundRequest = (): void => {
  try {
    output ??= new AudioContext()
    void output.resume()
    for (const { at, hertz } of tones) {
      const [tone, loudness] = [output.createOscillator(), output.createGain()]
      const startsAt = output.currentTime + at
      tone.frequency.value = hertz
      loudness.gain.setValueAtTime(0.15, startsAt)
      loudness.gain.exponentialRampToValueAtTime(0.001, startsAt + toneSeconds)
      tone.connect(loudness).connect(output.destination)
      tone.start(startsAt)
      tone.stop(startsAt + toneSeconds)
    }
  } catch {
    // Nothing is lost: the request stands in the list.
  }
}
