import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isUnread } from './series-observation.ts'
import { readFhfaMaster, readFredCsv, readPmmsHistory, readZillowNation } from './read-csv-series.ts'

const final = (date: string, value: string) => ({ date, value, isPreliminary: false })
/** @returns an empty list if the text is refused */
function readOrRefuse(text: string) {
  try {
    return readFredCsv(text).get('RATE') ?? []
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return []
  }
}
const file = (...lines: string[]) => `${lines.join('\n')}\n`

describe('readFredCsv', () => {
  it('refuses more values than any series has: each is stored', () => {
    const days = Array.from({ length: 30_001 }, (_, index) =>
      new Date(Date.UTC(1900, 0, 1 + index)).toISOString().slice(0, 10),
    )
    const text = (rows: readonly string[]) => file('observation_date,RATE', ...rows.map((day) => `${day},4`))
    expect(() => readFredCsv(text(days))).toThrow(new TypeError('there are more than 30000 values'))
    expect(readFredCsv(text(days.slice(1))).get('RATE')).toHaveLength(30_000)
  })

  it('reads the current format, with a point or nothing for a missing value', () => {
    const text = file(
      'observation_date,RATE',
      '2025-01-01,4.0',
      '2025-02-01,.',
      '2025-03-01,',
      '2025-04-01,4.20',
    )
    expect([...readFredCsv(text)]).toEqual([
      ['RATE', [final('2025-01-01', '4.0'), final('2025-04-01', '4.20')]],
    ])
  })

  it('reads the older header', () => {
    expect(readFredCsv(file('DATE,RATE', '1954-07-01,0.80')).get('RATE')).toEqual([
      final('1954-07-01', '0.80'),
    ])
  })

  it('reads several series', () => {
    const read = readFredCsv(file('observation_date,A,B', '2025-01-01,1,', '2025-02-01,,-2.5'))
    expect(read.get('A')).toEqual([final('2025-01-01', '1')])
    expect(read.get('B')).toEqual([final('2025-02-01', '-2.5')])
  })

  it('returns no values for a file with only a header', () => {
    expect(readFredCsv(file('observation_date,RATE')).get('RATE')).toEqual([])
  })

  it.each([
    ['a page of HTML', file('<!DOCTYPE html><html><head><title>Error</title></head></html>')],
    ['a series that is named twice', file('DATE,A,A', '2025-01-01,1,2')],
    ['another header', file('date,value', '2025-01-01,1')],
    ['a file cut off in a number', 'observation_date,RATE\n2025-01-01,317'],
    [
      'words for many numbers',
      file('observation_date,RATE', '2025-01-01,n/a', '2025-02-01,ND', '2025-03-01,1'),
    ],
    ['rows of another width', file('observation_date,RATE', '2025-01-01,1,2', '2025-02-01,1,2')],
  ])('refuses %s', (_, text) => {
    expect(() => readFredCsv(text)).toThrow(TypeError)
  })

  it.each([
    [
      'a word for a number',
      '2025-02-01,ND',
      { date: '2025-02-01', problem: '"ND" of 2025-02-01 is not a number' },
    ],
    ['an impossible day', '2025-02-30,1', { date: '', problem: '"2025-02-30" is not a day' }],
    [
      'a row of another width',
      '2025-02-01,1,2',
      { date: '2025-02-01', problem: 'the row of 2025-02-01 has not one cell a series' },
    ],
  ])('keeps the other values beside %s', (_, row, unread) => {
    const read = readFredCsv(file('observation_date,RATE', '2025-01-01,1', row, '2025-03-01,3')).get('RATE')
    expect(read).toContainEqual(unread)
    expect(read?.filter((cell) => !isUnread(cell))).toEqual([
      final('2025-01-01', '1'),
      final('2025-03-01', '3'),
    ])
  })

  it('believes neither of two values for one day', () => {
    const text = file('observation_date,RATE', '2025-01-01,1', '2025-01-01,2', '2025-01-01,1', '2025-02-01,3')
    expect(readFredCsv(text).get('RATE')).toEqual([
      { date: '2025-01-01', problem: '2025-01-01 has two values, 1 and 2' },
      final('2025-02-01', '3'),
    ])
  })

  it('refuses a file if more than a twentieth of its cells cannot be read', () => {
    const months = Array.from({ length: 38 }, (_, index) => `${2000 + index}-01-01,1`)
    const read = readFredCsv(file('observation_date,RATE', ...months, '1990-01-01,ND', '1991-01-01,ND'))
    expect(read.get('RATE')?.filter(isUnread)).toHaveLength(2)
    const odd = ['1990-01-01,ND', '1991-01-01,ND', '1992-01-01,ND']
    expect(() => readFredCsv(file('observation_date,RATE', ...months, ...odd))).toThrow(
      new TypeError('3 of its 41 cells cannot be read, the first: "ND" of 1990-01-01 is not a number'),
    )
  })

  it('refuses a truncated file or reads it correctly', () => {
    const whole = file(
      'observation_date,RATE',
      '2025-01-01,317.603',
      '2025-02-01,319.086',
      '2025-03-01,319.615',
    )
    const values = readFredCsv(whole).get('RATE') ?? []
    fc.assert(
      fc.property(fc.nat(whole.length), (length) => {
        const given = readOrRefuse(whole.slice(0, length))
        expect(given).toEqual(values.slice(0, given.length))
      }),
    )
  })
})

describe('readPmmsHistory', () => {
  const HEAD = 'date,pmms30,pmms30p,pmms15,pmms15p,pmms51,pmms51p,pmms51m,pmms51spread'

  it('reads plain and quoted rows in one file', () => {
    const text = file(
      HEAD,
      '4/2/1971,7.33, ,,,,,,',
      '1/7/2016,3.97,0.6,3.26,0.5,3.09,0.5,2.75,0.88',
      '"11/17/2022","6.61","","5.98"\r',
      '"11/23/2022","6.58","","5.9"\r',
    )
    const read = readPmmsHistory(text)
    expect(read.get('PMMS30')).toEqual([
      final('1971-04-02', '7.33'),
      final('2016-01-07', '3.97'),
      final('2022-11-17', '6.61'),
      final('2022-11-23', '6.58'),
    ])
    expect(read.get('PMMS15')).toEqual([
      final('2016-01-07', '3.26'),
      final('2022-11-17', '5.98'),
      final('2022-11-23', '5.9'),
    ])
  })

  it('ignores a row of words below the table, and reads a day in the other spelling', () => {
    const note = '"Source: Freddie Mac. All rights reserved."'
    const read = readPmmsHistory(file(HEAD, '11/17/2022,6.61,,5.98', '2022-11-23,6.58,,5.9', note))
    expect(read.get('PMMS30')).toEqual([final('2022-11-17', '6.61'), final('2022-11-23', '6.58')])
    expect(read.get('PMMS15')).toHaveLength(2)
  })

  it.each(['1/7/16', '13/7/2016'])('does not guess which day %s is', (day) => {
    const rows = Array.from({ length: 40 }, (_, index) => `1/7/${1980 + index},3.97,,3.26`)
    const read = readPmmsHistory(file(HEAD, ...rows, `${day},3.97,,3.26`))
    expect(read.get('PMMS30')?.filter(isUnread)).toEqual([{ date: '', problem: `"${day}" is not a day` }])
  })

  it('reads one rate if only the other has an odd cell', () => {
    const read = readPmmsHistory(file(HEAD, '1/7/2016,3.97,,3.26', '1/14/2016,3.92%,,3.19'))
    expect(read.get('PMMS30')).toContainEqual({
      date: '2016-01-14',
      problem: '"3.92%" of 2016-01-14 is not a number',
    })
    expect(read.get('PMMS15')).toEqual([final('2016-01-07', '3.26'), final('2016-01-14', '3.19')])
  })

  it.each([
    ['a file without its columns', file('week,rate', '1/7/2016,3.97')],
    ['a quote that never ends', file(HEAD, '"1/7/2016,3.97,,3.26')],
  ])('refuses %s', (_, text) => {
    expect(() => readPmmsHistory(text)).toThrow(TypeError)
  })
})

describe('readFhfaMaster', () => {
  const HEAD = 'hpi_type,hpi_flavor,frequency,level,place_name,place_id,yr,period,index_nsa,index_sa'

  it('reads only the monthly purchase-only indexes, adjusted and unadjusted', () => {
    const read = readFhfaMaster(
      file(
        HEAD,
        'traditional,purchase-only,monthly,USA or Census Division,United States,USA,2024,11,425.10,428.35',
        'traditional,purchase-only,monthly,USA or Census Division,United States,USA,2024,12,424.80,430.01',
        'traditional,purchase-only,quarterly,USA or Census Division,United States,USA,2024,4,424.00,429.00',
        'traditional,all-transactions,monthly,USA or Census Division,United States,USA,2024,12,1.00,2.00',
        'developmental,purchase-only,monthly,Puerto Rico,Puerto Rico,PR,2024,12,3.00,',
        'traditional,purchase-only,quarterly,MSA,"Akron, OH",10420,2024,4,5.00,6.00',
      ),
    )
    expect([...read]).toEqual([
      ['HPI-USA-SA', [final('2024-11-01', '428.35'), final('2024-12-01', '430.01')]],
      ['HPI-USA-NSA', [final('2024-11-01', '425.10'), final('2024-12-01', '424.80')]],
    ])
  })

  it('reads the other series beside a row without figures', () => {
    const row = (place: string, period: number, figures: string) =>
      `traditional,purchase-only,monthly,USA or Census Division,X,${place},2024,${period},${figures}`
    const read = readFhfaMaster(
      file(HEAD, row('USA', 11, '425.1,428.3'), row('USA', 12, '424.8,430.0'), row('DV_A', 12, 'NA,300')),
    )
    expect(read.get('HPI-DV_A-NSA')).toEqual([
      { date: '2024-12-01', problem: '"NA" of 2024-12-01 is not a number' },
    ])
    expect(read.get('HPI-DV_A-SA')).toEqual([final('2024-12-01', '300')])
    expect(read.get('HPI-USA-SA')).toHaveLength(2)
  })

  it.each([
    ['a file of other columns', file('type,year,index', 'x,2024,1')],
    ['a file cut off', `${HEAD}\ntraditional,purchase-only,monthly,USA,United States,USA,2024,12,4`],
  ])('refuses %s', (_, text) => {
    expect(() => readFhfaMaster(text)).toThrow(TypeError)
  })
})

describe('readZillowNation', () => {
  const HEAD = 'RegionID,SizeRank,RegionName,RegionType,StateName,2024-11-30,2024-12-31'

  it('reads the nation’s row and dates a month by its first day', () => {
    const read = readZillowNation(
      file(HEAD, '102001,0,United States,country,,357000.25,358000.5', '2,1,"New York, NY",msa,NY,,690000'),
    )
    expect([...read]).toEqual([
      ['102001', [final('2024-11-01', '357000.25'), final('2024-12-01', '358000.5')]],
    ])
  })

  it('leaves out a month without a figure, and finds none without the nation’s row', () => {
    const ofNewYork = '2,1,"New York, NY",msa,NY,680000,690000'
    const read = readZillowNation(file(HEAD, ofNewYork, '102001,0,United States,country,,,358000.5'))
    expect([...read]).toEqual([['102001', [final('2024-12-01', '358000.5')]]])
    expect([...readZillowNation(file(HEAD, ofNewYork))]).toEqual([['102001', []]])
  })

  it.each([
    [
      'a row of another width',
      file(HEAD, '102001,0,United States,country,,357000.25'),
      'the row of the nation has not one cell a month',
    ],
    [
      'a region twice',
      file(HEAD, '102001,0,United States,country,,1,2', '102001,0,United States,country,,3,4'),
      'the nation has two rows',
    ],
    [
      'a file without months',
      file('RegionID,SizeRank,RegionName,RegionType', '102001,0,United States,country'),
      'the file has no column of a month',
    ],
    ['a file of other columns', file('id,2024-11-30', '1,2'), 'the file has no column RegionID'],
  ])('refuses %s', (_, text, problem) => {
    expect(() => readZillowNation(text)).toThrow(new TypeError(problem))
  })
})
