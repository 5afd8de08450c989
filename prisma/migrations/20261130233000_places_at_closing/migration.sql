-- The order of a player's games is read by another index; with this one the planner reads everybody's.
-- DropIndex
DROP INDEX "games_sequence_key";

-- AlterTable
ALTER TABLE "daily_entries" ADD COLUMN     "better" SMALLINT;

-- Lists that have closed already.
UPDATE "daily_entries" SET "better" = "closed"."better"
FROM (
    SELECT "run_id", CASE count(*) OVER "list" WHEN 1 THEN 100
        ELSE 100 * (count(*) OVER "list" - rank() OVER "places") / (count(*) OVER "list" - 1) END AS "better"
    FROM "daily_entries" JOIN "dailies" USING ("day")
    WHERE "closed_at" IS NOT NULL
    WINDOW "list" AS (PARTITION BY "day"),
        "places" AS (PARTITION BY "day" ORDER BY "score" DESC, "time_ms", "ended_at", "run_id")
) AS "closed"
WHERE "daily_entries"."run_id" = "closed"."run_id";
