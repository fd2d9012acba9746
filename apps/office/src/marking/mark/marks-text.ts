import { useMemo } from 'react'
import { useOffice } from '../../office-context.tsx'

/** Writes numbers of marks as the language does, with all of their decimals. */
export const useMarksText = (): ((marks: number) => string) => {
  const { language } = useOffice()
  return useMemo(() => {
    const format = new Intl.NumberFormat(language.code, { maximumFractionDigits: 9 })
    return (marks) => format.format(marks)
  }, [language])
}
