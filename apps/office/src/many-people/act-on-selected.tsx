import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { useReadAgain } from '../people/use-act.ts'
import { ActDialog } from './act-dialog.tsx'
import type { ManyAct } from './run-parts.ts'

/** What the caller may do to the selected people. */
export const ActOnSelected = ({ userIDs }: { readonly userIDs: readonly number[] }) => {
  const { text, may } = useOffice()
  const readAgain = useReadAgain()
  const [asked, setAsked] = useState<ManyAct>()
  const acts = [may('people.credentials') && 'invite', may('people.suspend') && 'suspend'] as const
  return (
    <>
      {acts.map(
        (act) =>
          act && (
            <Button key={act} className={density.press} isDisabled={userIDs.length === 0} onPress={() => setAsked(act)}>
              {text(`many.${act}`)}
            </Button>
          ),
      )}
      {asked !== undefined && (
        <ActDialog act={asked} userIDs={userIDs} onDone={readAgain} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}
