import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import type { PublicPasswordPolicy } from '@sitwell/contract'
import styles from './sign-in.module.css'

/** What a new password has to be, told before one is chosen. */
export const PasswordRules = ({ policy }: { readonly policy: PublicPasswordPolicy }) => {
  const { text } = useAppVisitor()
  const rules = [
    text('password.rule.length', { count: policy.minCharacters }),
    ...(policy.needsDigit ? [text('password.rule.digit')] : []),
    ...(policy.needsBothCases ? [text('password.rule.cases')] : []),
    ...(policy.needsSign ? [text('password.rule.sign')] : []),
    text('password.rule.common'),
  ]
  return (
    <div className={styles.rules}>
      <p>{text('password.rules')}</p>
      <ul>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </div>
  )
}
