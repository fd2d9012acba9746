import type { DeliveryResults } from '@sitwell/contract'
import { useOffice } from '../../office-context.tsx'
import styles from '../results.module.css'

/** What is unusual about the sittings of a delivery, and how it is counted. */
export const PeopleNotes = ({ results: { severalSittings, versions } }: { readonly results: DeliveryResults }) => {
  const { text, language } = useOffice()
  const notes = [
    ...(severalSittings > 0 ? [text('results.several', { count: severalSittings })] : []),
    ...(versions.length > 1
      ? [
          text('results.versions', {
            list: versions
              .map(({ version, people }) =>
                text('results.versionOf', { version, people: people.toLocaleString(language.code) }),
              )
              .join(', '),
          }),
        ]
      : []),
  ]
  return notes.length === 0 ? null : <p className={styles.note}>{notes.join(' ')}</p>
}
