import { officeRecoveryCodes } from '@sitwell/contract'
import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { useOffice, useOfficeParts } from '../office-context.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { RecoveryCodes } from '../sign-in/recovery-codes.tsx'
import styles from './own.module.css'
import { PasswordDialog, type Proof } from './password-dialog.tsx'

/** How many recovery codes are left, and new ones in the place of all earlier ones. */
const MyRecoveryCodesPage = () => {
  const { api, text, facts } = useOffice()
  const { session } = useOfficeParts()
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const make = async (password: string): Promise<Proof> => {
    const outcome = await api.call(officeRecoveryCodes, { body: { password } })
    if (!outcome.ok) return { is: 'failed', failure: outcome }
    if (outcome.value.isWrong) return { is: 'wrong' }
    setCodes(outcome.value.recoveryCodes)
    setAsking(false)
    // The session's facts hold how many there are.
    void session.lookAgain()
    return { is: 'done' }
  }
  return (
    <OfficePage title={text('office.myRecoveryCodes')}>
      <div className={styles.part}>
        {codes === undefined ? (
          <>
            <p>{text('office.codesAbout')}</p>
            <p>{text('office.codesLeft', { count: facts.recoveryCodes })}</p>
            <Button className={styles.press} variant="primary" onPress={() => setAsking(true)}>
              {text('office.codesMake')}
            </Button>
          </>
        ) : (
          <RecoveryCodes codes={codes} takesFocus onStored={() => setCodes(undefined)} />
        )}
      </div>
      {isAsking && (
        <PasswordDialog
          title={text('office.codesMakeTitle')}
          confirm={text('office.codesMake')}
          act={make}
          onClose={() => setAsking(false)}
        >
          <p>{text('office.codesMakeHelp')}</p>
        </PasswordDialog>
      )}
    </OfficePage>
  )
}

export default MyRecoveryCodesPage
