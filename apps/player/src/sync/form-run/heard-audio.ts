import { type AudioState, unheard } from '@sitwell/exam/media/audio'

/** Where the recordings of a form run stand, by the section that they belong to (spec 3 §3). */
export interface HeardAudio {
  of(sectionId: string): AudioState
  keep(sectionId: string, state: AudioState): void
  /** All of them, as they are kept in this browser. */
  all(): Record<string, AudioState>
}

export const createHeardAudio = (stored: Readonly<Record<string, AudioState>>, onChange: () => void): HeardAudio => {
  const heard = new Map(Object.entries(stored))
  return {
    of: (sectionId) => heard.get(sectionId) ?? unheard,
    keep(sectionId, state) {
      heard.set(sectionId, state)
      onChange()
    },
    all: () => Object.fromEntries(heard),
  }
}
