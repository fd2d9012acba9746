import { hasOnly, is, isExtensions, isNumber, isText, isTrueOrFalse, NotXapi } from './check.ts'
import { isDuration } from './values.ts'

const checkScore = (value: unknown, place: string) => {
  const { scaled, raw, min, max } = hasOnly(value, place, { scaled: isNumber, raw: isNumber, min: isNumber, max: isNumber })
  if (typeof scaled === 'number' && (scaled < -1 || scaled > 1))
    throw new NotXapi(`${place}.scaled`, 'has to be between -1 and 1')
  if (typeof min === 'number' && typeof max === 'number' && min >= max) throw new NotXapi(`${place}.min`, 'has to be below max')
  if (typeof raw !== 'number') return
  if ((typeof min === 'number' && raw < min) || (typeof max === 'number' && raw > max))
    throw new NotXapi(`${place}.raw`, 'has to be between min and max')
}

/** The result of it. */
export const checkResult = (value: unknown, place: string): void => {
  hasOnly(value, place, {
    score: checkScore,
    success: isTrueOrFalse,
    completion: isTrueOrFalse,
    response: isText,
    duration: is(isDuration, 'a duration of ISO 8601'),
    extensions: isExtensions,
  })
}
