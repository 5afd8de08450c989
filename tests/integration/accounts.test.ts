import { createHash } from 'node:crypto'
import { lookAlikeKey } from '@speedcell/services/accounts'
import { contracts, type ErrorCode } from '@speedcell/shared/contracts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { openSocket } from '../support/socket-client.ts'
import { type Browser, PASSWORD, testApi } from './api-client.ts'

const { accounts } = contracts
const fresh = await freshDatabase()
const { database } = fresh
const { app, services, browser } = await testApi(fresh)

const digest = (token: string) => createHash('sha256').update(token).digest('hex')

let serial = 0
/** A name that nobody has yet. */
const freshName = () => `Imme ${++serial}x`

/** A browser in which a made-up account has just begun to play. */
async function givenPlayer(): Promise<Browser> {
  const player = browser()
  const { token } = await services.accounts.create('de')
  player.cookies.set('session', token)
  return player
}

/** A browser signed in to a claimed account. */
async function givenClaimed(name = freshName()): Promise<Browser & { name: string; recoveryCode: string }> {
  const player = browser()
  const recoveryCode = await player.claim(name)
  return Object.assign(player, { name, recoveryCode })
}

describe('a visitor', () => {
  test('is nobody, and gets no cookie for asking', async () => {
    const { status, body, cookies } = await browser().call(accounts.me)
    expect({ status, body, cookies }).toEqual({ status: 200, body: { me: null }, cookies: [] })
  })

  test('gets an account with a made-up name in the language given', async () => {
    const { player } = await services.accounts.create('es')
    expect(player).toMatchObject({ claimed: false, role: 'player' })
    expect(player.name).toMatch(/^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+ \d{4}$/u)
    expect(await database.user.findUnique({ where: { id: player.id } })).toMatchObject({ locale: 'es', passwordHash: null })
  })

  test('claims a name: an account is made, signed in, with nothing in it yet', async () => {
    const visitor = browser()
    const name = freshName()
    const { status, body } = await visitor.call(accounts.claim, { body: { name, password: PASSWORD, locale: 'de' } })
    expect(status).toBe(200)
    expect(body.recoveryCode).toMatch(/^\w{5}-\w{5}-\w{5}-\w{5}$/)
    expect(body.me).toMatchObject({ name, claimed: true, role: 'player', coins: 0, streak: { current: 0, longest: 0 } })
    expect(await visitor.me()).toEqual(body.me)
  })

  test('who is refused a name gets no account and no cookie', async () => {
    const users = await database.user.count()
    const { code, cookies } = await browser().call(accounts.claim, { body: { name: 'admin', password: PASSWORD, locale: 'de' } })
    expect(code).toBe('name-reserved')
    expect(cookies).toEqual([])
    expect(await database.user.count()).toBe(users)
  })
})

describe('claiming', () => {
  test('keeps the account and frees the made-up name', async () => {
    const player = await givenPlayer()
    const before = await player.me()
    const name = freshName()
    await player.claim(name)
    expect(await player.me()).toMatchObject({ id: before?.id, name, claimed: true })
    const { body } = await browser().call(accounts.checkName, { query: { name: before?.name ?? '' } })
    expect(body).toEqual({ free: true, code: null })
  })

  test('takes the account away from whoever had its cookie before', async () => {
    const player = await givenPlayer()
    const thief = browser()
    for (const [name, value] of player.cookies) thief.cookies.set(name, value)
    await player.claim(freshName())
    expect(await thief.me()).toBeNull()
    expect((await player.me())?.claimed).toBe(true)
  })

  test('may keep the made-up name', async () => {
    const player = await givenPlayer()
    const me = await player.me()
    await player.claim(me?.name ?? '')
    expect(await player.me()).toEqual({ ...me, claimed: true })
  })

  test.each<[what: string, name: string, password: string, code: ErrorCode, status: number]>([
    ['too short', 'ab', PASSWORD, 'name-invalid', 422],
    ['too long', 'a'.repeat(21), PASSWORD, 'name-invalid', 422],
    ['a sign in it', 'bee@hive', PASSWORD, 'name-invalid', 422],
    ['a zero-width space in it', 'Bi\u200bene', PASSWORD, 'name-invalid', 422],
    ['NUL in it', 'Bi\u0000ene', PASSWORD, 'name-invalid', 422],
    ['reserved', 'Speedcell', PASSWORD, 'name-reserved', 422],
    ['looks reserved', 'Sрееdсеll', PASSWORD, 'name-reserved', 422],
    ['a short password', 'Gute Biene', '1234567', 'password-invalid', 422],
    ['a long password', 'Gute Biene', 'x'.repeat(201), 'password-invalid', 422],
  ])('%s', async (_what, name, password, code, status) => {
    const answer = await browser().call(accounts.claim, { body: { name, password, locale: 'de' } })
    expect(answer).toMatchObject({ code, status })
  })

  describe('a name that looks like one that is taken', () => {
    beforeEach(async () => {
      await database.user.deleteMany({ where: { nameKey: { in: ['Anna Weiß', 'Bill'].map(lookAlikeKey) } } })
      await givenClaimed('Anna Weiß')
      await givenClaimed('Bill')
    })
    test.each([
      ['the same', 'Anna Weiß'],
      ['case', 'ANNA weiß'],
      ['ss for ß', 'Anna Weiss'],
      ['more spaces', ' Anna   Weiß '],
      ['full-width', 'Ａｎｎａ Weiß'],
      ['Cyrillic а', 'Аnnа Weiß'],
      ['capital I for l', 'BiIl'],
      ['1 for l', 'Bi1l'],
    ])('%s', async (_what, name) => {
      expect((await browser().call(accounts.checkName, { query: { name } })).body).toEqual({ free: false, code: 'name-taken' })
      const answer = await browser().call(accounts.claim, { body: { name, password: PASSWORD, locale: 'de' } })
      expect(answer).toMatchObject({ code: 'name-taken', status: 409 })
    })
  })

  test('happens once', async () => {
    const player = await givenClaimed()
    const again = await player.call(accounts.claim, { body: { name: freshName(), password: PASSWORD, locale: 'de' } })
    expect(again).toMatchObject({ code: 'already-claimed', status: 409 })
    expect((await player.me())?.name).toBe(player.name)
  })
})

test.each<[name: string, code: string | null]>([
  ['Sehr frei', null],
  ['ab', 'name-invalid'],
  ['gelöscht', 'name-reserved'],
])('whether %s can be taken: %s', async (name, code) => {
  const { body } = await browser().call(accounts.checkName, { query: { name } })
  expect(body).toEqual({ free: code === null, code })
})

describe('signing in', () => {
  test.each([
    ['as claimed', (name: string) => name],
    ['in capitals', (name: string) => name.toUpperCase()],
    ['with spaces around', (name: string) => ` ${name} `],
  ])('%s', async (_how, typed) => {
    const { name } = await givenClaimed()
    const other = browser()
    expect(await other.signIn(typed(name))).toMatchObject({ status: 200, body: { me: { name } } })
    expect((await other.me())?.name).toBe(name)
  })

  test('is refused alike for a wrong password, an unknown name, no name at all, and an account without a password', async () => {
    const { name } = await givenClaimed()
    const unclaimed = (await (await givenPlayer()).me())?.name ?? ''
    const tries = [
      browser().signIn(name, 'Honig und Wachs'),
      browser().signIn('Niemand Da'),
      browser().signIn('@'),
      browser().signIn('Nie\u0000mand'),
      browser().signIn(unclaimed),
      browser().signIn(unclaimed, ''.padStart(8)),
    ]
    for (const answer of await Promise.all(tries)) {
      expect(answer).toMatchObject({ status: 401, code: 'wrong-credentials', cookies: [] })
      expect(answer.body).toEqual((await browser().signIn('Niemand Da')).body)
    }
  })

  test('leaves the account that was played before, and ends its session', async () => {
    const { name } = await givenClaimed()
    const player = await givenPlayer()
    const before = player.cookies.get('session') ?? ''
    await player.signIn(name)
    expect((await player.me())?.name).toBe(name)
    expect(await database.session.findUnique({ where: { id: digest(before) } })).toBeNull()
  })
})

describe('many sessions', () => {
  test('of an account: signing in ends the oldest, so that there are twenty at most, and nobody else’s', async () => {
    const [player, other] = [await givenClaimed(), await givenClaimed()]
    const userId = (await player.me())?.id ?? ''
    const days = Array.from({ length: 25 }, (_, day) => day + 1)
    await database.session.createMany({
      data: days.map((day) => ({ id: `${userId} ${day}`, userId, expiresAt: new Date(Date.now() + day * 86_400_000) })),
    })
    const phone = browser()
    await phone.signIn(player.name)
    const kept = await database.session.findMany({ where: { userId }, orderBy: { expiresAt: 'asc' } })
    expect(kept.map(({ id }) => id)).toEqual([
      ...days.slice(-18).map((day) => `${userId} ${day}`),
      digest(player.cookies.get('session') ?? ''),
      digest(phone.cookies.get('session') ?? ''),
    ])
    expect((await other.me())?.name).toBe(other.name)
  })

  test('begun at once are no more than that', async () => {
    const { name } = await givenClaimed()
    await Promise.all(Array.from({ length: 25 }, () => browser().signIn(name)))
    expect(await database.session.count({ where: { user: { name } } })).toBe(20)
  })
})

describe('signing out', () => {
  test('ends this session and takes the cookie back', async () => {
    const player = await givenClaimed()
    const stolen = new Map(player.cookies)
    const { status, body, cookies } = await player.call(accounts.signOut)
    expect({ status, body }).toEqual({ status: 200, body: { me: null } })
    expect(cookies).toMatchObject([{ name: 'session', value: '', path: '/' }])
    const thief = browser()
    for (const [name, value] of stolen) thief.cookies.set(name, value)
    expect(await thief.me()).toBeNull()
  })

  test('is no error for a visitor', async () => {
    expect(await browser().call(accounts.signOut)).toMatchObject({ status: 200, body: { me: null } })
  })

  test('everywhere ends all sessions', async () => {
    const player = await givenClaimed()
    const phone = browser()
    await phone.signIn(player.name)
    expect(await player.call(accounts.signOutEverywhere)).toMatchObject({ status: 200, body: { me: null } })
    expect([await player.me(), await phone.me()]).toEqual([null, null])
  })
})

describe('what needs an account', () => {
  test.each([
    ['signing out everywhere', accounts.signOutEverywhere, undefined],
    ['the export', accounts.export, undefined],
    ['deleting', accounts.remove, { confirm: 'x' }],
    ['changing the password', accounts.changePassword, { current: PASSWORD, password: PASSWORD }],
    ['a new recovery code', accounts.renewRecoveryCode, { password: PASSWORD }],
  ] as const)('%s is refused to a visitor', async (_what, endpoint, body) => {
    const answer = await browser().call(endpoint, body ? ({ body } as object) : {})
    expect(answer).toMatchObject({ status: 401, code: 'not-signed-in' })
  })

  test.each([
    ['changing the password', accounts.changePassword, { current: PASSWORD, password: PASSWORD }],
    ['a new recovery code', accounts.renewRecoveryCode, { password: PASSWORD }],
  ] as const)('%s is refused until there is a password', async (_what, endpoint, body) => {
    const player = await givenPlayer()
    const answer = await player.call(endpoint, { body } as object)
    expect(answer).toMatchObject({ status: 403, code: 'not-claimed' })
  })
})

describe('changing the password', () => {
  test('ends the other sessions and keeps this one', async () => {
    const player = await givenClaimed()
    const phone = browser()
    await phone.signIn(player.name)
    const answer = await player.call(accounts.changePassword, { body: { current: PASSWORD, password: 'Wachs und Wabe' } })
    expect(answer).toMatchObject({ status: 200, body: { me: { name: player.name } } })
    expect(await phone.me()).toBeNull()
    expect((await player.me())?.name).toBe(player.name)
    expect((await browser().signIn(player.name)).code).toBe('wrong-credentials')
    expect((await browser().signIn(player.name, 'Wachs und Wabe')).status).toBe(200)
  })

  test.each<[what: string, body: { current: string; password: string }, code: ErrorCode, status: number]>([
    ['the current one is wrong', { current: 'Honig und Wachs', password: 'Wachs und Wabe' }, 'wrong-credentials', 401],
    ['the new one is too short', { current: PASSWORD, password: 'kurz' }, 'password-invalid', 422],
  ])('is refused where %s', async (_what, body, code, status) => {
    const player = await givenClaimed()
    expect(await player.call(accounts.changePassword, { body })).toMatchObject({ code, status })
    expect((await browser().signIn(player.name)).status).toBe(200)
  })
})

describe('the recovery code', () => {
  const recover = (name: string, recoveryCode: string, password = 'Wachs und Wabe', by = browser()) =>
    by.call(accounts.recover, { body: { name, recoveryCode, password } })

  test('sets a new password once, ends all sessions, signs in, and is replaced', async () => {
    const player = await givenClaimed()
    const phone = browser()
    const { status, body } = await recover(player.name, player.recoveryCode.toLowerCase(), undefined, phone)
    expect(status).toBe(200)
    expect(body.me.name).toBe(player.name)
    expect((await phone.me())?.name).toBe(player.name)
    expect(await player.me()).toBeNull()
    expect((await browser().signIn(player.name)).code).toBe('wrong-credentials')
    expect((await browser().signIn(player.name, 'Wachs und Wabe')).status).toBe(200)
    expect(await recover(player.name, player.recoveryCode)).toMatchObject({ status: 401, code: 'wrong-recovery-code' })
    expect((await recover(player.name, body.recoveryCode)).status).toBe(200)
  })

  test('is refused alike where it is wrong, and where there is no such account', async () => {
    const player = await givenClaimed()
    const unclaimed = (await (await givenPlayer()).me())?.name ?? ''
    for (const name of [player.name, unclaimed, 'Niemand Da', '@']) {
      expect(await recover(name, 'AAAAA-AAAAA-AAAAA-AAAAA')).toMatchObject({ status: 401, code: 'wrong-recovery-code' })
    }
  })

  test('is not used up by a password that cannot be', async () => {
    const player = await givenClaimed()
    expect(await recover(player.name, player.recoveryCode, 'kurz')).toMatchObject({ status: 422, code: 'password-invalid' })
    expect((await recover(player.name, player.recoveryCode)).status).toBe(200)
  })

  test('works once where it is sent twice at once', async () => {
    const player = await givenClaimed()
    const answers = await Promise.all([recover(player.name, player.recoveryCode), recover(player.name, player.recoveryCode)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(await database.session.count({ where: { user: { name: player.name } } })).toBe(1)
  })
})

describe('a new recovery code', () => {
  const renew = (player: Browser, password = PASSWORD) => player.call(accounts.renewRecoveryCode, { body: { password } })
  const recover = (name: string, recoveryCode: string) =>
    browser().call(accounts.recover, { body: { name, recoveryCode, password: 'Wachs und Wabe' } })

  test('takes the place of the old one, and signs nobody out', async () => {
    const player = await givenClaimed()
    const phone = browser()
    await phone.signIn(player.name)
    const { status, body } = await renew(phone)
    expect(status).toBe(200)
    expect(body.recoveryCode).toMatch(/^\w{5}-\w{5}-\w{5}-\w{5}$/)
    expect([(await player.me())?.name, (await phone.me())?.name]).toEqual([player.name, player.name])
    expect((await browser().signIn(player.name)).status).toBe(200)
    expect(await recover(player.name, player.recoveryCode)).toMatchObject({ status: 401, code: 'wrong-recovery-code' })
    expect((await recover(player.name, body.recoveryCode)).status).toBe(200)
  })

  test('is refused for a wrong password, and the old one holds', async () => {
    const player = await givenClaimed()
    const { status, code, body } = await renew(player, 'Honig und Wachs')
    expect({ status, code }).toEqual({ status: 401, code: 'wrong-credentials' })
    expect(JSON.stringify(body)).not.toContain('recoveryCode')
    expect((await recover(player.name, player.recoveryCode)).status).toBe(200)
  })
})

describe('what the database knows', () => {
  test('is neither token, password nor recovery code', async () => {
    const player = await givenClaimed()
    const token = player.cookies.get('session') ?? ''
    const user = await database.user.findFirstOrThrow({ where: { name: player.name }, include: { sessions: true } })
    expect(user.sessions.map(({ id }) => id)).toEqual([digest(token)])
    expect(user.passwordHash).toMatch(/^\$argon2id\$/)
    const stored = JSON.stringify(user)
    for (const secret of [token, PASSWORD, player.recoveryCode, player.recoveryCode.replaceAll('-', '')]) {
      expect(stored).not.toContain(secret)
    }
  })

  test('opens nothing: a digest is no token', async () => {
    const player = await givenClaimed()
    const thief = browser()
    thief.cookies.set('session', digest(player.cookies.get('session') ?? ''))
    expect(await thief.me()).toBeNull()
    expect(await thief.call(accounts.export)).toMatchObject({ status: 401, code: 'not-signed-in' })
  })
})

describe('a session', () => {
  const DAY = 86_400_000
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())
  const pass = (days: number) => vi.setSystemTime(Date.now() + days * DAY)

  test('lasts a year from its last renewal, and is renewed, with its cookie, in the second half of that', async () => {
    const player = await givenPlayer()
    pass(182)
    expect((await player.call(accounts.me)).cookies).toEqual([])
    pass(1)
    const { body, cookies } = await player.call(accounts.me)
    expect(body.me).not.toBeNull()
    expect(cookies).toMatchObject([{ name: 'session', value: player.cookies.get('session'), maxAge: 365 * 86_400 }])
    pass(364)
    expect(await player.me()).not.toBeNull()
  })

  test('is not renewed where the cookie cannot be: by what opens a socket, and by the socket', async () => {
    const player = await givenPlayer()
    const token = player.cookies.get('session') ?? ''
    pass(183)
    const socket = await openSocket(await app.listen({ port: 0 }), { cookie: `session=${token}` })
    socket.close()
    expect(await services.accounts.authenticate(token)).toMatchObject({ player: { claimed: false }, renewed: false })
    expect((await player.call(accounts.me)).cookies).toMatchObject([{ name: 'session', value: token }])
  })

  test('is over after a year without use', async () => {
    const player = await givenPlayer()
    pass(365)
    expect(await player.me()).toBeNull()
    vi.setSystemTime(Date.now() - 300 * DAY)
    expect(await player.me()).toBeNull()
  })
})

describe('at once', () => {
  test('two claims of one name: one is told that it is taken', async () => {
    const name = freshName()
    const claims = [await givenPlayer(), await givenPlayer(), browser()].map((player, index) =>
      player.call(accounts.claim, { body: { name: index === 1 ? name.toUpperCase() : name, password: PASSWORD, locale: 'de' } }),
    )
    const answers = await Promise.all(claims)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    for (const { status, code } of answers) if (status === 409) expect(code).toBe('name-taken')
    expect(await database.user.count({ where: { nameKey: lookAlikeKey(name) } })).toBe(1)
  })

  test('two claims of one account: one holds, the other is told', async () => {
    const player = await givenPlayer()
    const names = [freshName(), freshName()]
    const answers = await Promise.all(
      names.map((name) => player.call(accounts.claim, { body: { name, password: PASSWORD, locale: 'de' } })),
    )
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers[1 - winner]?.code).toBe('already-claimed')
    expect((await player.me())?.name).toBe(names[winner])
  })

  describe.each<[what: string, data: object]>([
    ['deleted', { name: null, nameKey: null, passwordHash: null, recoveryDigest: null, deletedAt: new Date() }],
    ['given another password', { passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaA' }],
  ])('an account that is %s', (_what, data) => {
    test.each<[what: string, act: (player: Browser, phone: Browser, name: string) => ReturnType<Browser['signIn']>]>([
      ['someone signs in', (_player, phone, name) => phone.signIn(name)],
      [
        'its password is changed',
        (player) => player.call(accounts.changePassword, { body: { current: PASSWORD, password: 'Wachs und Wabe' } }) as never,
      ],
      [
        'it is given a new recovery code',
        (player) => player.call(accounts.renewRecoveryCode, { body: { password: PASSWORD } }) as never,
      ],
      [
        'it is being deleted',
        (player, _phone, name) => player.call(accounts.remove, { body: { confirm: name, password: PASSWORD } }) as never,
      ],
    ])('while %s: that is refused, and no session is left over', async (_act, act) => {
      const player = await givenClaimed()
      const phone = browser()
      const { id } = await database.user.findUniqueOrThrow({ where: { nameKey: lookAlikeKey(player.name) } })
      const acting = await meanwhile(id, data, () => act(player, phone, player.name))
      expect(acting).toMatchObject({ status: 401, code: 'wrong-credentials', cookies: [] })
      expect(await database.session.count({ where: { userId: id } })).toBe(0)
      expect(await database.user.findUnique({ where: { id } })).toMatchObject(data)
    })
  })

  test.each<[what: string, data: object, code: ErrorCode]>([
    ['deleted', { name: null, nameKey: null, deletedAt: new Date() }, 'not-signed-in'],
    ['claimed elsewhere', { claimedAt: new Date() }, 'already-claimed'],
  ])('an account that is %s while it is claimed: it stays so', async (_what, data, code) => {
    const player = await givenPlayer()
    const id = (await player.me())?.id ?? ''
    const claiming = () => player.call(accounts.claim, { body: { name: freshName(), password: PASSWORD, locale: 'de' } })
    expect(await meanwhile(id, data, claiming)).toMatchObject({ code, cookies: [] })
    expect(await database.user.findUnique({ where: { id } })).toMatchObject({ ...data, passwordHash: null })
  })

  test('an account that is deleted while it reveals a deal: nothing is revealed', async () => {
    const player = await givenPlayer()
    const id = (await player.me())?.id ?? ''
    const gone = { name: null, nameKey: null, deletedAt: new Date() }
    const day = { params: { day: '2026-11-30' } }
    await player.call(contracts.daily.list, day) // draws the deal
    const revealing = () => player.call(contracts.daily.reveal, { ...day, body: { attempt: 1, locale: 'de' } })
    expect(await meanwhile(id, gone, revealing)).toMatchObject({ status: 401, code: 'not-signed-in' })
    expect(await database.run.count({ where: { userId: id } })).toBe(0)
  })

  test('many accounts made: every one has a name of its own', async () => {
    const made = await Promise.all(Array.from({ length: 30 }, () => services.accounts.create('de')))
    expect(new Set(made.map(({ player }) => lookAlikeKey(player.name))).size).toBe(30)
  })
})

/** Lets something begin while an account is held, changes the account and ends its sessions, and gives what comes of what began. */
async function meanwhile<T>(id: string, data: object, begin: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined
  await database.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`
    begun = begin()
    await waitForLock()
    await transaction.user.update({ where: { id }, data })
    await transaction.session.deleteMany({ where: { userId: id } })
  })
  return begun as Promise<T>
}

/** Waits until some query waits for a lock. */
async function waitForLock(): Promise<void> {
  for (;;) {
    const waiting = await database.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    if (waiting.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
