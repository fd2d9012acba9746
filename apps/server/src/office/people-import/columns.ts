import { type PeopleField, peopleFields } from '@sitwell/contract'

/** Names of columns as lists of people have them in English, German, Welsh and Arabic; compared without case, accents and signs. */
const names: Readonly<Record<PeopleField, readonly string[]>> = {
  username: [
    ...['username', 'user', 'login', 'loginname', 'signin', 'signinname', 'account', 'userid'],
    ...['benutzername', 'benutzer', 'anmeldename', 'kennung', 'enwdefnyddiwr', 'اسمالمستخدم'],
  ],
  firstName: [
    ...[
      'firstname',
      'first',
      'givenname',
      'givennames',
      'forename',
      'forenames',
      'vorname',
      'rufname',
      'enwcyntaf',
      'الاسمالأول',
    ],
  ],
  lastName: [
    ...['lastname', 'last', 'surname', 'familyname', 'secondname', 'nachname', 'familienname', 'name', 'cyfenw'],
    ...['اسمالعائلة', 'الاسمالأخير', 'اللقب'],
  ],
  identifier: [
    ...['number', 'no', 'learnernumber', 'learnerid', 'learneridentifier', 'studentnumber', 'studentid', 'candidatenumber'],
    ...[
      'candidateid',
      'identifier',
      'id',
      'uln',
      'nummer',
      'matrikelnummer',
      'matrikelnr',
      'teilnehmernummer',
      'kandidatennummer',
    ],
    ...['rhif', 'rhifdysgwr', 'rhifymgeisydd', 'الرقم', 'رقمالطالب', 'رقمالمرشح'],
  ],
  email: ['email', 'mail', 'emailaddress', 'emailadresse', 'mailadresse', 'ebost', 'cyfeiriadebost', 'البريدالإلكتروني'],
  phone: [
    'phone',
    'phonenumber',
    'mobile',
    'mobilenumber',
    'telephone',
    'tel',
    'telefon',
    'handy',
    'ffon',
    'rhifffon',
    'الهاتف',
  ],
  dateOfBirth: [
    ...['dateofbirth', 'birthdate', 'dob', 'birthday', 'geburtsdatum', 'geboren', 'geburtstag', 'dyddiadgeni', 'تاريخالميلاد'],
  ],
}

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

const fieldByName = new Map(peopleFields.flatMap((field) => names[field].map((name) => [plain(name), field] as const)))

/** What each column holds by its name. Of two columns with names of one field the first one has it. */
export const guessColumns = (header: readonly string[]): (PeopleField | null)[] => {
  const taken = new Set<PeopleField>()
  return header.map((name) => {
    const field = fieldByName.get(plain(name))
    if (field === undefined || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

/** The problems with a choice of columns: two of them hold one field (`twice`), or none finds or makes anybody (`nobody`). */
export const wrongColumns = (columns: readonly (PeopleField | null)[]): 'twice' | 'nobody' | undefined => {
  const chosen = columns.filter((one) => one !== null)
  if (new Set(chosen).size < chosen.length) return 'twice'
  return chosen.includes('username') || chosen.includes('identifier') ? undefined : 'nobody'
}
