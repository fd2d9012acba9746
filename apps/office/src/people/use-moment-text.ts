import { useOfficeTexts } from '@sitwell/office-ui/office-texts.tsx'
import { useMemo } from 'react'

/** Writes moments (ISO 8601): day and time of day, in the zone of the office. */
export const useMomentText = (): ((moment: string) => string) => {
  const { language, timeZone } = useOfficeTexts()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language.code, {
      ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
      timeZone,
    })
    return (moment) => format.format(Date.parse(moment))
  }, [language, timeZone])
}

/** Writes days (`YYYY-MM-DD`), which belong to no zone. */
export const useDayText = (): ((day: string) => string) => {
  const { language } = useOfficeTexts()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language.code, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
    return (day) => {
      const atMs = Date.parse(day)
      return Number.isNaN(atMs) ? day : format.format(atMs)
    }
  }, [language])
}
