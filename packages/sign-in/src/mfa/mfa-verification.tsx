import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import styles from './mfa.module.css'
import type { MfaViewProps } from './mfa-view-props.ts'
import { SendCode } from './send-code.tsx'

/** Asks for a code of what was set up before (spec 1 §2), and leads back to the setup for whoever has lost it. */
export const MfaVerification = (props: MfaViewProps) => {
  const { text } = useAppVisitor()
  const { snapshot, send, codeForm } = props
  return (
    <>
      {snapshot.context.provider === 'app' ? (
        <>
          <p className={styles.intro}>{text('mfa.appVerify')}</p>
          {codeForm}
        </>
      ) : (
        <SendCode {...props} />
      )}
      <div className={styles.lost}>
        <p>{text('mfa.lost')}</p>
        <Button
          variant="quiet"
          isPending={snapshot.matches({ verification: 'resetting' })}
          isDisabled={!snapshot.can({ type: 'reset' }) && !snapshot.matches({ verification: 'resetting' })}
          onPress={() => send({ type: 'reset' })}
        >
          {text('mfa.reset')}
        </Button>
      </div>
    </>
  )
}
