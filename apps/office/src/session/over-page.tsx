import { LazyDialog as Dialog } from '@sitwell/app-shell/lazy-dialog.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useEffect } from 'react'
import { useOfficeParts, useOfficeText, useSessionState } from '../office-context.tsx'
import { SignInSteps } from '../sign-in/sign-in-steps.tsx'
import { StepsOverPage } from '../sign-in/step-card.tsx'

/** What lies over a page whose session has ended, or is another person's by now. The page under it stays as it was, with what was typed. */
export const OverPage = () => {
  const { session } = useOfficeParts()
  const text = useOfficeText()
  const state = useSessionState()
  const isInterrupted = state.is === 'signed-in' && state.interruption !== undefined
  useEffect(() => {
    // A popover lies over everything, and would stay in front.
    if (isInterrupted) for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover()
  }, [isInterrupted])
  if (state.is !== 'signed-in' || state.interruption === undefined) return null
  const { interruption, facts } = state
  if (interruption.is === 'ended')
    return (
      <StepsOverPage>
        <SignInSteps notice={undefined} username={facts.person.username} />
      </StepsOverPage>
    )
  const { firstName, lastName } = interruption.person
  const name = `${firstName} ${lastName}`.trim()
  return (
    <Dialog
      role="alertdialog"
      title={text('office.otherTitle')}
      actions={
        <>
          <Button onPress={session.signInInstead}>{text('office.signInAgain')}</Button>
          <Button variant="primary" autoFocus onPress={session.goOnAsFound}>
            {text('office.reloadAs', { name })}
          </Button>
        </>
      }
    >
      <p>{text('office.otherNow', { name })}</p>
    </Dialog>
  )
}
