ALTER TABLE "stages" RENAME COLUMN "hint_line" TO "hint_lines";
