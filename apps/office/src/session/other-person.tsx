import { SignInCard } from '@sitwell/sign-in/sign-in-card.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useOfficeParts, useOfficeText } from '../office-context.tsx'
import styles from './interruption.module.css'
import type { Facts } from './office-session.ts'

const nameOf = ({ firstName, lastName }: Facts['person']) => ({ name: `${firstName} ${lastName}`.trim() })

/** Instead of every page if this tab showed somebody else before: nobody works in another's name without having read it. */
export const OtherPerson = ({ person }: { readonly person: Facts['person'] }) => {
  const { session } = useOfficeParts()
  const text = useOfficeText()
  return (
    <SignInCard title={text('office.otherTitle')} takesFocus>
      <div className={styles.choice}>
        <p>{text('office.otherFound', nameOf(person))}</p>
        <Button variant="primary" isWide onPress={session.goOnAsFound}>
          {text('office.goOnAs', nameOf(person))}
        </Button>
        <Button isWide onPress={session.signInInstead}>
          {text('office.signInInstead')}
        </Button>
      </div>
    </SignInCard>
  )
}
