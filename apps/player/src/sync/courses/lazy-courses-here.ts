import type { CoursesHere, HereParts } from './courses-here.ts'

/** The course of this browser, whose rules come with the first course that is opened: exams don't wait for them (decision 93). */
export const lazyCoursesHere = (parts: HereParts): CoursesHere => {
  let loading: Promise<CoursesHere> | undefined
  const load = () => {
    loading ??= import('./courses-here.ts').then(({ createCoursesHere }) => createCoursesHere(parts))
    // Without a network it may be there the next time.
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  return {
    placeOf: async (...asked) => (await load()).placeOf(...asked),
    keep: async (...args) => (await load()).keep(...args),
    filesStored: async (...args) => (await load()).filesStored(...args),
    read: async (...asked) => (await load()).read(...asked),
    open: async (...asked) => (await load()).open(...asked),
  }
}
