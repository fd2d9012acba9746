import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { maskedEmail } from './code.ts'
import styles from './mfa.module.css'
import type { MfaViewProps } from './mfa-view-props.ts'

/** A code that comes by e-mail or text message: where it went, the field for it, and another one if it didn't come. */
export const SendCode = ({ snapshot, send, email, codeForm }: MfaViewProps) => {
  const { text } = useAppVisitor()
  const { provider, sent } = snapshot.context
  const isSending = snapshot.matches({ setup: 'preparing' }) || snapshot.matches({ verification: 'preparing' })
  const by = provider === 'email' ? 'email' : 'textmessage'
  const values = { email: maskedEmail(email) }
  const hasSent = sent > 0
  return (
    <div className={styles.sendCode}>
      <p role="status">{text(hasSent ? `mfa.sent.${by}` : `mfa.send.${by}`, values)}</p>
      {hasSent && codeForm}
      <Button
        variant={hasSent ? 'quiet' : 'primary'}
        isWide={!hasSent}
        isPending={isSending}
        onPress={() => send({ type: 'send_code' })}
      >
        {text(hasSent ? 'mfa.sendAgain' : 'mfa.sendCode')}
      </Button>
    </div>
  )
}
