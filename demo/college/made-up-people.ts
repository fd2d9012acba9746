/** A person of the demonstration, whom nobody has ever met: given and family names are combined by a number. */
export interface MadeUpPerson {
  readonly userGuid: string
  readonly username: string
  readonly firstName: string
  /** Empty for people who have one name. */
  readonly lastName: string
  readonly identifier: string
  readonly email: string
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string
  /** As a language of Sitwell has it. */
  readonly languageId: number
}

interface Names {
  readonly given: readonly string[]
  readonly family: readonly string[]
  readonly languageId?: number
}

const [arabic, german, welsh] = [2, 3, 4]

/** Names of many scripts, directions and lengths. Each list has its own length, so that pairs repeat late. */
const names: readonly Names[] = [
  {
    given: ['Maya', 'Oliver', 'Grace', 'Callum', 'Ruth', 'Dev', 'Hope'],
    family: ['Ashdown', 'O’Neill', 'Whitlock', 'Fenn', 'Marsh'],
  },
  { given: ['Siân', 'Gwilym', 'Angharad', 'Ifan', 'Nia'], family: ['ap Rhys', 'Llwyd', 'Prydderch', 'Ŵyn'], languageId: welsh },
  {
    given: ['Jörg', 'Änne', 'Maximiliane', 'Friedrich'],
    family: ['Groß', 'Müller-Lüdenscheidt', 'Öttinger'],
    languageId: german,
  },
  {
    given: ['ليلى', 'يوسف', 'نور الهدى', 'عبد الرحمن', 'سلمى'],
    family: ['الفاسي', 'حداد', 'بن يوسف', 'القاسم'],
    languageId: arabic,
  },
  { given: ['Łucja', 'Zbigniew', 'Świętosława', 'Jan'], family: ['Wójcik', 'Brzęczyszczykiewicz', 'Żak'] },
  { given: ['Nguyệt', 'Đức', 'Thị Hồng', 'Quang'], family: ['Nguyễn', 'Trần', 'Đặng', 'Lê', 'Phạm'] },
  { given: ['Олена', 'Богдан', 'Мирослава'], family: ['Шевчук', 'Кравець', 'Гончаренко', 'Бойко'] },
  { given: ['Ελένη', 'Νικόλαος', 'Θεοδώρα'], family: ['Παπαδοπούλου', 'Δήμου', 'Καραγιάννης'] },
  { given: ['明', '美玲', '子轩', '欣怡'], family: ['李', '王', '欧阳', '陈', '林'] },
  { given: ['さくら', '陽翔', '結衣'], family: ['田中', '長谷川', '東'] },
  { given: ['지우', '민준', '서연'], family: ['김', '이', '남궁', '박'] },
  { given: ['आरव', 'सान्वी', 'कृष्णा'], family: ['शर्मा', 'चट्टोपाध्याय', 'राव'] },
  { given: ['யாழினி', 'கார்த்திக்'], family: ['சுப்பிரமணியன்', 'வேலு', 'ராஜன்'] },
  { given: ['นภัสวรรณ', 'ธนา'], family: ['ศรีสุวรรณ', 'ใจดี', 'วงศ์ไพบูลย์'] },
  { given: ['נועה', 'איתי', 'תמר'], family: ['לוי', 'בן־דוד', 'מזרחי', 'כץ'] },
  { given: ['ሰላም', 'ዳዊት', 'ህይወት'], family: ['ተስፋዬ', 'ገብረማርያም', 'በቀለ'] },
  { given: ['ნინო', 'გიორგი'], family: ['ბერიძე', 'კაპანაძე', 'ჯავახიშვილი'] },
  { given: ['Oluwaseun', 'Adébáyọ̀', 'Ngozi'], family: ['Òkúnọlá', 'Eze', 'Adeyemi-Bello'] },
  { given: ['Þórdís', 'Guðmundur', 'Ísold'], family: ['Hallgrímsdóttir', 'Þorsteinsson'] },
  { given: ['João Miguel', 'Conceição', 'Iara'], family: ['de Sá e Albuquerque', 'Gonçalves', 'Nunes'] },
  // One name alone, and one that no column is wide enough for.
  { given: ['Sukmawan', 'Wulandari', 'Aditya'], family: [''] },
  {
    given: ['Sonnenfeldkirchensteinbergerin Adalgunde Mariella'],
    family: ['von und zu Hohenbrunn-Unterschleißheim-Oberpfaffenhofen'],
  },
]

const firstYear = 1966
const years = 42

/** This many people, always the same ones. */
export const madeUpPeople = (count: number): MadeUpPerson[] =>
  Array.from({ length: count }, (_, index) => {
    const { given, family, languageId = 1 } = names[index % names.length] ?? { given: [], family: [] }
    const turn = Math.floor(index / names.length)
    const number = String(index + 1).padStart(4, '0')
    const day = (least: number, range: number, step: number) => String(least + ((index * step) % range)).padStart(2, '0')
    return {
      userGuid: `2f6d8c1e-9b1a-4f3c-8e57-00000001${number}`,
      username: `hc${number}`,
      firstName: given[turn % given.length] ?? '',
      // Each pair of a list once before one comes again.
      lastName: family[(Math.floor(turn / given.length) + (turn % given.length)) % family.length] ?? '',
      identifier: `HC-26-${number}`,
      email: `hc${number}@demo.example`,
      dateOfBirth: `${day(firstYear, years, 13)}-${day(1, 12, 5)}-${day(1, 28, 11)}`,
      languageId,
    }
  })
