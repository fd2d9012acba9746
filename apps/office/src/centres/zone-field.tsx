import { PickField, type PickOption } from '@sitwell/office-ui/pick-field.tsx'
import { useMemo, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { zoneText } from './centre-columns.ts'
import { allZones, clockIn, zonesFor } from './zones.ts'

/** Zones that are listed at once. */
const most = 40

/** Chooses the time zone of a centre; each is shown with what its clock shows now. */
export const ZoneField = ({
  value,
  onChange,
  error,
}: {
  /** Name in the database of IANA; empty: none is chosen. */
  readonly value: string
  onChange(zone: string): void
  readonly error: string | undefined
}) => {
  const { text, language, nowMs } = useOffice()
  const [typed, setTyped] = useState('')
  const zones = useMemo(allZones, [])
  const found = useMemo(() => zonesFor(typed, zones), [typed, zones])
  const optionOf = (zone: string): PickOption => ({
    id: zone,
    title: zoneText(zone),
    note: clockIn(zone, nowMs(), language.code),
  })
  return (
    <PickField
      label={text('centres.zone')}
      help={text('centres.zoneHelp')}
      isRequired
      error={error}
      options={found.slice(0, most).map(optionOf)}
      value={value === '' ? undefined : optionOf(value)}
      onChange={({ id }) => onChange(id)}
      onSearch={setTyped}
      hasMore={found.length > most}
    />
  )
}
