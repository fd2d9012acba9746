import { useOfficeTexts } from '@sitwell/office-ui/office-texts.tsx'
import { useMemo } from 'react'
import { clockSeconds } from './times.ts'

/** Writes moments (Unix ms) to the second, in the zone of the office. */
export const useClockText = (): ((atMs: number) => string) => {
  const { language, timeZone } = useOfficeTexts()
  return useMemo(() => (atMs) => clockSeconds(atMs, timeZone, language.code), [language, timeZone])
}
