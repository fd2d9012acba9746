import type { ResultRow } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { MenuButton } from '@sitwell/office-ui/menu-button.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useOffice } from '../../office-context.tsx'
import { useIsNarrow } from '../../shell/use-is-narrow.ts'

type Act = 'outcome' | 'hold' | 'unhold' | 'statements'

/** What can be done to the selected people. */
export const SelectedActs = ({
  rows,
  mayExport,
  onAct,
}: {
  readonly rows: readonly ResultRow[]
  readonly mayExport: boolean
  onAct(act: Act): void
}) => {
  const { text } = useOffice()
  const isNarrow = useIsNarrow()
  const acts: readonly Act[] = [
    'outcome',
    ...(rows.some(({ withheld }) => withheld === undefined) ? (['hold'] as const) : []),
    ...(rows.some(({ withheld }) => withheld !== undefined) ? (['unhold'] as const) : []),
    ...(mayExport ? (['statements'] as const) : []),
  ]
  if (isNarrow)
    return (
      <MenuButton
        label={text('results.act.selected')}
        entries={acts.map((id) => ({ id, title: text(`results.act.${id}`), onPick: () => onAct(id) }))}
      />
    )
  return acts.map((id) => (
    <Button key={id} className={density.press} isDisabled={rows.length === 0} onPress={() => onAct(id)}>
      {text(`results.act.${id}`)}
    </Button>
  ))
}
