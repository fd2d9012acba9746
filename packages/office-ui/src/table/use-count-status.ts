import { useEffect, useRef, useState } from 'react'

/** Milliseconds after a change of the filter before the number of rows is announced: more may be typed. */
const settleMs = 1000

/** Milliseconds for which an announced number stays in the page: later it may be wrong. */
const keptMs = 5000

/** The number of rows of a live table for screen readers: announced once after each change of `filterKey`, and empty otherwise. */
export const useCountStatus = (counted: string, filterKey: string | undefined): string => {
  const [said, setSaid] = useState('')
  const latest = useRef(counted)
  latest.current = counted
  const known = useRef(filterKey)
  useEffect(() => {
    if (known.current === filterKey) return
    known.current = filterKey
    // A number of an earlier filter may be wrong now, and a text that stays as it is would not be announced again.
    setSaid('')
    const timers = [setTimeout(() => setSaid(latest.current), settleMs), setTimeout(() => setSaid(''), settleMs + keptMs)]
    return () => timers.forEach(clearTimeout)
  }, [filterKey])
  return said
}
