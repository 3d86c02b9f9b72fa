CREATE TABLE "analytics_bot_rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"filters" jsonb NOT NULL,
	"from_day" date,
	"to_day" date,
	"status" text NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "analytics_events" ADD COLUMN "bot_rule" uuid;--> statement-breakpoint
ALTER TABLE "analytics_views" ADD COLUMN "bot_rule" uuid;--> statement-breakpoint
CREATE INDEX "analytics_events_bot_rule" ON "analytics_events" ("bot_rule") WHERE "bot_rule" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "analytics_views_bot_rule" ON "analytics_views" ("bot_rule") WHERE "bot_rule" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_bot_rules" ADD CONSTRAINT "analytics_bot_rules_author_id_users_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
SELECT audit_table('analytics_bot_rules', key => '{id}', plain => '{filters,from_day,to_day,status,author_id}', ignored => '{id,visits,views,created_at,checked_at}');--> statement-breakpoint
SELECT signal_changes('analytics_bot_rules', 'bot-rules');
