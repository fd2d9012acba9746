import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import type { PasswordFinding } from '@sitwell/contract'
import styles from './sign-in.module.css'

/** The least number of characters where an organisation asks for no other. */
const usualLeast = 8

/** Why a new password is refused. */
export const PasswordFindings = ({
  findings,
  least = usualLeast,
}: {
  readonly findings: readonly PasswordFinding[]
  readonly least?: number | undefined
}) => {
  const { text } = useAppVisitor()
  if (findings.length === 0) return null
  return (
    <ul className={styles.findings}>
      {findings.map((finding) => (
        <li key={finding}>{text(`password.finding.${finding}`, { count: least })}</li>
      ))}
    </ul>
  )
}
