import type { Question } from '@sitwell/contract'
import { cleanHtml } from '@sitwell/ui/clean-html.ts'
import { useHtmlReading } from '@sitwell/ui/html-reading.tsx'
import { useEffect } from 'react'

/** Milliseconds after a question has opened until the next one's texts are got ready: its learner reads. */
const restMs = 400

const textsIn = (value: unknown, key = ''): string[] => {
  if (typeof value === 'string') return /(?:text|label|html)$/i.test(key) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, Array.isArray(value) ? key : name))
}

/** Cleans the texts of the questions that may come next while their learner reads this one, so that they open at once. */
export const useCleanAhead = (questions: readonly (Question | undefined)[], shownPage: string): void => {
  const { resolveUrl } = useHtmlReading()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is shown
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const text of textsIn(questions)) cleanHtml(text, resolveUrl)
    }, restMs)
    return () => clearTimeout(timer)
  }, [shownPage, resolveUrl])
}
