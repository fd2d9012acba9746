import { largestCourseState, longestCourseValue, mostCourseElements } from '@sitwell/contract/course-messages'

/** Less than a save takes: the run time adds elements of its own. */
const mostCharacters = largestCourseState - 150_000
const mostElements = mostCourseElements - 5000
const longestName = 255

/** How much a SCO has set: a SCO in a loop is stopped before its state is too large to be kept. */
export const createRoom = () => {
  const lengths = new Map<string, number>()
  let characters = 0
  return {
    /** Whether there is room for a value; counts it where there is. */
    take(element: string, value: string): boolean {
      const before = lengths.get(element)
      const length = element.length + value.length
      if (element.length > longestName || value.length > longestCourseValue) return false
      if (characters - (before ?? 0) + length > mostCharacters) return false
      if (before === undefined && lengths.size >= mostElements) return false
      characters += length - (before ?? 0)
      lengths.set(element, length)
      return true
    },
  }
}
