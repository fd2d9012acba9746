import { useEffect, useRef } from 'react'

interface Visit {
  readonly answer: boolean
  onChange(isVisited: boolean): void
  readonly disabled: boolean
}

/**
 * Reports `visited` once, when the question is left (spec 2 §3: when it closes). A question that may not be answered just now
 * reports nothing.
 */
export const useReportWhenLeft = (visit: Visit): void => {
  const latest = useRef(visit)
  latest.current = visit
  useEffect(
    () => () => {
      const { answer, onChange, disabled } = latest.current
      if (!answer && !disabled) onChange(true)
    },
    [],
  )
}
