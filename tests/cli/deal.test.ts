import { expect, test } from 'vitest'
import { run } from './run.ts'

test('deal prints the columns, the buried card first', async () => {
  const { code, stdout, stderr } = await run(['deal', '617'])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toBe(
    '{"deal":617,"columns":["7D TD TH KD 4C 4S JD","AD 7S QC 5H QS TS KS","5C QD 3H 9S 9C 2H KC","3S AC 9D 3C 9H 5D 4H",' +
      '"5S 6D 6S 8S 7C JC","8C 8H 8D 7H 6H 6C","2D AS 3D 4D 2C JH","AH KH TC JS 2S QH"]}\n',
  )
})

test.each(['1', '1000000'])('deal %s is one', async (number) => {
  const { code, stdout } = await run(['deal', number])
  expect(code).toBe(0)
  expect(JSON.parse(stdout).columns).toHaveLength(8)
})
