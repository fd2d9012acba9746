import { useMemo } from 'react'
import { useVisitor } from '../context/player-context.tsx'

/** Writes a moment (ISO 8601) as the administrator reads it, to the second. */
export const useMoment = () => {
  const { language } = useVisitor()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language.code, { dateStyle: 'medium', timeStyle: 'medium' })
    return (iso: string) => {
      const timeMs = Date.parse(iso)
      return Number.isNaN(timeMs) ? iso : format.format(timeMs)
    }
  }, [language])
}
