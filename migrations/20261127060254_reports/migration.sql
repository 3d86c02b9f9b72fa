CREATE TABLE "report_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "report_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"user_id" uuid NOT NULL,
	"cadence" text NOT NULL,
	"filters" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "report_links_token_hash" ON "report_links" ("token_hash");--> statement-breakpoint
CREATE INDEX "report_links_created_by" ON "report_links" ("created_by");--> statement-breakpoint
CREATE INDEX "report_mails_due_at" ON "report_mails" ("due_at");--> statement-breakpoint
CREATE INDEX "report_mails_user_id" ON "report_mails" ("user_id");--> statement-breakpoint
ALTER TABLE "report_links" ADD CONSTRAINT "report_links_created_by_users_id_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "report_mails" ADD CONSTRAINT "report_mails_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
SELECT audit_table('report_links', key => '{id}', plain => '{name,created_by,expires_at}', ignored => '{id,token_hash,created_at,last_used_at}');--> statement-breakpoint
SELECT audit_table('report_mails', key => '{id}', plain => '{user_id,cadence,filters}', ignored => '{id,created_at,due_at}', person => 'user_id', people => 'users');
