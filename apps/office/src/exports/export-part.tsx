import {
  type ExportFormat,
  type ExportOfResults,
  exportFormats,
  exportsOfResults,
  officeExportResults,
} from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Select } from '@sitwell/office-ui/select.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { useOffice, useOfficeParts } from '../office-context.tsx'
import { Section } from '../people/section.tsx'
import styles from './exports.module.css'
import { problemText, takeExport } from './take-export.ts'

/** What an export has rows of, and its format; each choice says below what it is for. */
export const ExportPart = ({
  deliveryID,
  set,
  what,
  format,
  onWhat,
  onFormat,
  onSaved,
}: {
  readonly deliveryID: string
  readonly set: number | 'now'
  readonly what: ExportOfResults
  readonly format: ExportFormat
  onWhat(what: ExportOfResults): void
  onFormat(format: ExportFormat): void
  onSaved(notice: string): void
}) => {
  const { api, text, language } = useOffice()
  const { fetchBy } = useOfficeParts()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const take = async () => {
    setPending(true)
    setProblem(undefined)
    const body = { deliveryID, set, what, format, language: language.tag }
    const taken = await takeExport({ api, fetchBy }, officeExportResults, { body })
    setPending(false)
    if (taken.ok) onSaved(text('exports.saved', { file: taken.name }))
    else setProblem(problemText(taken.failure, text))
  }
  const isWhat = (id: string): id is ExportOfResults => exportsOfResults.some((one) => one === id)
  const isFormat = (id: string): id is ExportFormat => exportFormats.some((one) => one === id)
  return (
    <Section title={text('exports.file')}>
      <div className={styles.choices}>
        <Select
          label={text('exports.what')}
          value={what}
          options={exportsOfResults.map((id) => ({ id, title: text(`exports.what.${id}`) }))}
          onChange={(id) => isWhat(id) && onWhat(id)}
        />
        <Select
          label={text('exports.format')}
          value={format}
          options={(['xlsx', 'csv'] as const).map((id) => ({ id, title: text(`exports.format.${id}`) }))}
          onChange={(id) => isFormat(id) && onFormat(id)}
        />
      </div>
      <p className={styles.help}>{text(`exports.help.${what}`)}</p>
      <p className={styles.help}>{text(`exports.help.${format}`)}</p>
      {problem !== undefined && <Problem>{problem}</Problem>}
      <Button variant="primary" className={density.press} isPending={isPending} onPress={() => void take()}>
        {text('exports.take')}
      </Button>
    </Section>
  )
}
