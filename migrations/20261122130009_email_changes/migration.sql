CREATE TABLE "lead_email_changes" (
	"lead_id" uuid PRIMARY KEY,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"requested_by" uuid
);
--> statement-breakpoint
ALTER TABLE "lead_email_changes" ADD CONSTRAINT "lead_email_changes_lead_id_early_adopters_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "early_adopters"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lead_email_changes" ADD CONSTRAINT "lead_email_changes_requested_by_users_id_fkey" FOREIGN KEY ("requested_by") REFERENCES "users"("id") ON DELETE SET NULL;