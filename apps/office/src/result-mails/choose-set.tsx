import { Select } from '@sitwell/office-ui/select.tsx'
import { useOffice } from '../office-context.tsx'
import { mailFields } from './mail-columns.ts'

/** Chooses the result set whose mails show. There is nothing to choose of a single one, unless the address names another. */
export const ChooseSet = ({
  sets,
  set,
  onChange,
}: {
  readonly sets: readonly number[]
  /** Undefined: all of them. */
  readonly set: number | undefined
  onChange(set: number | undefined): void
}) => {
  const { text } = useOffice()
  if (sets.length <= 1 && set === undefined) return null
  const offered = [...new Set([...sets, ...(set === undefined ? [] : [set])])]
  return (
    <Select
      label={text('mails.set')}
      value={set === undefined ? '' : String(set)}
      options={[
        { id: '', title: text('mails.anySet') },
        ...offered.map((number) => ({ id: String(number), title: text('mails.ofSet', { number }) })),
      ]}
      onChange={(id) => onChange(mailFields.set.read(id))}
    />
  )
}
